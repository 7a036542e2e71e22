import type { ContentWord, Rule } from '../../page-content.ts'
import type { Zone } from '../grid.ts'
import { placeRow, textRows, type PlacedRow } from '../rows/text-rows.ts'
import type { WordIndex } from '../word-index.ts'
import { rowCountOf, type Mesh } from './lattices.ts'

/** In points. */
const near = { end: 6, height: 60 }

/** A mesh with the rows that stand between it and lines of its width above and below, if they keep to its columns. */
export const extendMesh = (mesh: Mesh, rules: readonly Rule[], index: WordIndex): Mesh => {
  if (rowCountOf(mesh) < 2) return mesh
  const [left, right] = [mesh.xs[0] ?? 0, mesh.xs.at(-1) ?? 0]
  const [top, bottom] = [mesh.ys[0] ?? 0, mesh.ys.at(-1) ?? 0]
  const wide = rules.filter(({ from, to }) => Math.abs(from - left) < near.end && Math.abs(to - right) < near.end)
  const above = wide.findLast(({ at }) => at < top - 4)
  const below = wide.find(({ at }) => at > bottom + 4)
  const row = mesh.xs.slice(1).map(() => true)
  const keeps = (from: number, to: number): boolean => to - from < near.height && keepsToColumns(mesh, from, to, index)
  const extended: Mesh =
    above === undefined || !keeps(above.at, top)
      ? mesh
      : { ...mesh, ys: [above.at, ...mesh.ys], walls: [row, ...mesh.walls], floors: [row, ...mesh.floors] }
  if (below === undefined || !keeps(bottom, below.at)) return extended
  const { ys, walls, floors } = extended
  return { ...extended, ys: [...ys, below.at], walls: [...walls, row], floors: [...floors.slice(0, -1), row, row] }
}

const keepsToColumns = ({ xs }: Mesh, top: number, bottom: number, index: WordIndex): boolean => {
  const rows = textRows(index.within([xs[0] ?? 0, top, xs.at(-1) ?? 0, bottom])).map((row) => placeRow(row, xs))
  return (
    rows.length > 0 &&
    rows.every(({ pieces }) => pieces.length > 1) &&
    rows.some(({ pieces }) => pieces.length >= (xs.length - 1) * 0.5)
  )
}

/** In heights of the text: how far from the outer lines of a table more of its rows may begin. */
const reach = { up: 1.1, down: 1.6 }
const maxHeadRows = 4

/** A table ruled between its rows may have a header above the first line and a row below the last: with these. */
export const extendZone = (zone: Zone, xs: readonly number[], index: WordIndex): Zone => {
  const [top, bottom] = [Math.min(...zone.rules.map(({ at }) => at)), Math.max(...zone.rules.map(({ at }) => at))]
  const size = Math.max(...zone.words.map((word) => word.size))
  const at = (from: number, to: number): PlacedRow[] =>
    textRows(index.within([zone.left - 4, from, zone.right + 4, to])).map((row) => placeRow(row, xs))
  const above = headAbove(at(top - size * 8, top), top, zone.xs)
  const below = rowsBelow(at(bottom, bottom + size * 30), bottom, zone, xs)
  return above.length + below.length === 0 ? zone : { ...zone, xs, words: [...zone.words, ...above, ...below] }
}

const headAbove = (rows: readonly PlacedRow[], top: number, drawn: readonly number[] | null): ContentWord[] => {
  const head: PlacedRow[] = []
  let edge = top
  for (const row of rows.toReversed()) {
    const isHead =
      head.length < maxHeadRows &&
      edge - row.bottom < row.size * reach.up &&
      isInColumns(row) &&
      (row.pieces.length > 1 || (head.length > 0 && (row.pieces[0]?.first ?? 0) > 0)) &&
      (row.words.every(({ style }) => style.bold) || row.pieces.length + 1 === drawn?.length)
    if (!isHead) break
    head.push(row)
    edge = row.top
  }
  return head.flatMap(({ words }) => words)
}

const rowsBelow = (rows: readonly PlacedRow[], bottom: number, zone: Zone, xs: readonly number[]): ContentWord[] => {
  const placed = textRows(zone.words).map((row) => placeRow(row, xs))
  const lefts = xs.map((_, column) =>
    Math.min(...placed.flatMap(({ pieces }) => pieces.filter(({ first }) => first === column).map(({ from }) => from))),
  )
  const rights = xs.map((_, column) =>
    Math.max(...placed.flatMap(({ pieces }) => pieces.filter(({ last }) => last === column).map(({ to }) => to))),
  )
  const body: ContentWord[] = []
  let edge = bottom
  for (const row of rows) {
    const aligned = row.pieces.filter(
      ({ first, last, from, to }) => Math.abs(from - (lefts[first] ?? 0)) < 2 || Math.abs(to - (rights[last] ?? 0)) < 2,
    )
    const isRow =
      row.top - edge < row.size * reach.down &&
      isInColumns(row) &&
      aligned.length > 1 &&
      aligned.length === row.pieces.length
    if (!isRow) break
    body.push(...row.words)
    edge = row.bottom
  }
  return body
}

const isInColumns = ({ pieces }: PlacedRow): boolean => pieces.every(({ first, last }) => first === last)
