import type { Rule } from '../page-content.ts'
import { rowCountOf, type Mesh } from './mesh.ts'
import { placeRow } from './placed-rows.ts'
import { textRows } from './text-rows.ts'
import type { WordIndex } from './word-index.ts'

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
  const keeps = (from: number, to: number): boolean => to - from < near.height && isInColumns(mesh, from, to, index)
  const extended: Mesh =
    above === undefined || !keeps(above.at, top)
      ? mesh
      : { ...mesh, ys: [above.at, ...mesh.ys], walls: [row, ...mesh.walls], floors: [row, ...mesh.floors] }
  if (below === undefined || !keeps(bottom, below.at)) return extended
  const { ys, walls, floors } = extended
  return { ...extended, ys: [...ys, below.at], walls: [...walls, row], floors: [...floors.slice(0, -1), row, row] }
}

const isInColumns = ({ xs }: Mesh, top: number, bottom: number, index: WordIndex): boolean => {
  const rows = textRows(index.within([xs[0] ?? 0, top, xs.at(-1) ?? 0, bottom])).map((row) => placeRow(row, xs))
  return (
    rows.length > 0 &&
    rows.every(({ pieces }) => pieces.length > 1) &&
    rows.some(({ pieces }) => pieces.length >= (xs.length - 1) * 0.5)
  )
}
