import { areBold } from '../../../language/bold.ts'
import type { ContentWord, Rule } from '../../page-content.ts'
import type { Zone } from '../grid.ts'
import { outerRows as limits } from '../parameters.ts'
import { placeRow, textRows, type PlacedRow } from '../rows/text-rows.ts'
import type { WordIndex } from '../word-index.ts'
import { isHeading } from './text-between.ts'
import { rowCountOf, type Lattice } from './lattices.ts'
import { maxOf, minOf } from '../../../extremes.ts'

/*
 * Adds the rows just outside the lines of a table. Many tables draw no line above their header or below their last
 * row.
 */

/** Extends a lattice to lines of its width above and below it, when the text between keeps to its columns. */
export const extendLattice = (lattice: Lattice, rules: readonly Rule[], index: WordIndex): Lattice => {
  if (rowCountOf(lattice) < 2) return lattice
  const [left, right] = [lattice.xs[0] ?? 0, lattice.xs.at(-1) ?? 0]
  const [top, bottom] = [lattice.ys[0] ?? 0, lattice.ys.at(-1) ?? 0]
  const wide = rules.filter(
    ({ from, to }) => Math.abs(from - left) < limits.endTolerance && Math.abs(to - right) < limits.endTolerance,
  )
  const above = wide.findLast(({ at }) => at < top - limits.minDistance)
  const below = wide.find(({ at }) => at > bottom + limits.minDistance)
  const row = lattice.xs.slice(1).map(() => true)
  const keeps = (from: number, to: number): boolean =>
    to - from < limits.maxDistance && keepsToColumns(lattice, from, to, index)
  const extended: Lattice =
    above === undefined || !keeps(above.at, top)
      ? lattice
      : { ...lattice, ys: [above.at, ...lattice.ys], walls: [row, ...lattice.walls], floors: [row, ...lattice.floors] }
  if (below === undefined || !keeps(bottom, below.at)) return extended
  const { ys, walls, floors } = extended
  return { ...extended, ys: [...ys, below.at], walls: [...walls, row], floors: [...floors.slice(0, -1), row, row] }
}

const keepsToColumns = ({ xs }: Lattice, top: number, bottom: number, index: WordIndex): boolean => {
  const rows = textRows(index.within([xs[0] ?? 0, top, xs.at(-1) ?? 0, bottom])).map((row) => placeRow(row, xs))
  return (
    rows.length > 0 &&
    rows.every(({ pieces }) => pieces.length > 1) &&
    rows.some(({ pieces }) => pieces.length >= (xs.length - 1) * limits.minColumnShare)
  )
}

/**
 * Extends a table ruled across by a header above its first line and by rows below its last. Returns the same zone when
 * there are none.
 */
export const extendZone = (zone: Zone, xs: readonly number[], index: WordIndex): Zone => {
  const [top, bottom] = [minOf(zone.rules.map(({ at }) => at)), maxOf(zone.rules.map(({ at }) => at))]
  const size = maxOf(zone.words.map((word) => word.size))
  const at = (from: number, to: number): PlacedRow[] =>
    textRows(index.within([zone.left - limits.margin, from, zone.right + limits.margin, to])).map((row) =>
      placeRow(row, xs),
    )
  const above = headerAbove(at(top - size * limits.rangeAbove, top), top, zone.xs)
  const below = rowsBelow(at(bottom, bottom + size * limits.rangeBelow), bottom, zone, xs)
  return above.length + below.length === 0 ? zone : { ...zone, xs, words: [...zone.words, ...above, ...below] }
}

const headerAbove = (rows: readonly PlacedRow[], top: number, drawn: readonly number[] | null): ContentWord[] => {
  const header: PlacedRow[] = []
  let edge = top
  for (const row of rows.toReversed()) {
    const isHeader =
      header.length < limits.maxHeaderRows &&
      edge - row.bottom < row.size * limits.gapAbove &&
      isInColumns(row) &&
      (row.pieces.length > 1 || (header.length > 0 && (row.pieces[0]?.first ?? 0) > 0)) &&
      (areBold(row.words) || row.pieces.length + 1 === drawn?.length)
    if (!isHeader) break
    header.push(row)
    edge = row.top
  }
  return header.flatMap(({ words }) => words)
}

const rowsBelow = (rows: readonly PlacedRow[], bottom: number, zone: Zone, xs: readonly number[]): ContentWord[] => {
  const placed = textRows(zone.words).map((row) => placeRow(row, xs))
  const lefts = xs.map((_, column) =>
    minOf(placed.flatMap(({ pieces }) => pieces.filter(({ first }) => first === column).map(({ from }) => from))),
  )
  const rights = xs.map((_, column) =>
    maxOf(placed.flatMap(({ pieces }) => pieces.filter(({ last }) => last === column).map(({ to }) => to))),
  )
  const body: ContentWord[] = []
  let edge = bottom
  for (const row of rows) {
    const aligned = row.pieces.filter(
      ({ first, last, from, to }) =>
        Math.abs(from - (lefts[first] ?? 0)) < limits.alignment ||
        Math.abs(to - (rights[last] ?? 0)) < limits.alignment,
    )
    const isRow =
      row.top - edge < row.size * limits.gapBelow &&
      isInColumns(row) &&
      !isHeading(row) &&
      aligned.length > 1 &&
      aligned.length === row.pieces.length
    if (!isRow) break
    for (const word of row.words) body.push(word)
    edge = row.bottom
  }
  return body
}

const isInColumns = ({ pieces }: PlacedRow): boolean => pieces.every(({ first, last }) => first === last)
