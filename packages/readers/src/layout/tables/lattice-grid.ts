import type { ContentWord } from '../page-content.ts'
import { placeOf, type Grid, type GridCell } from './grid.ts'
import { groupRows } from './group-rows.ts'
import { divideAcross, divideDown } from './lattice-cells.ts'
import { areasOf, columnCountOf, type Mesh } from './mesh.ts'
import { placeRow } from './placed-rows.ts'
import { isNumeric, textRows } from './text-rows.ts'

/** A grid whose cells are the areas of a mesh; where a row has several lines of values it is as many rows. */
export const latticeGrid = (mesh: Mesh, words: readonly ContentWord[]): Grid => {
  const areas = areasOf(mesh)
  const at = mesh.walls.map((row) => row.map((): number => -1))
  for (const [index, { row, column, rowSpan, columnSpan }] of areas.entries())
    for (let y = row; y < row + rowSpan; y += 1) at[y]?.fill(index, column, column + columnSpan)
  const held = areas.map((): ContentWord[] => [])
  for (const word of words) {
    const { box } = word
    const index = at[placeOf(mesh.ys, (box[1] + box[3]) / 2)]?.[placeOf(mesh.xs, (box[0] + box[2]) / 2)]
    if (index !== undefined) held[index]?.push(word)
  }
  const cells = areas
    .map((area, index): GridCell => ({ ...area, words: held[index] ?? [] }))
    .flatMap((cell) => divideAcross(cell, mesh.xs))
    .flatMap((cell) => divideDown(cell, mesh.ys))
  return splitRows({ xs: mesh.xs, ys: mesh.ys, cells, headerRows: 0 })
}

export const isOneColumn = (mesh: Mesh): boolean => columnCountOf(mesh) === 1

/** From the last row up, so that what is still to be done keeps its number. */
const splitRows = (grid: Grid): Grid => {
  let split = grid
  for (let row = grid.ys.length - 2; row >= 0; row -= 1) split = splitRow(split, row)
  return split
}

const minLines = 3

const splitRow = (grid: Grid, row: number): Grid => {
  const own = grid.cells.filter((cell) => cell.row === row && cell.rowSpan === 1 && cell.columnSpan === 1)
  if (own.filter(({ words }) => words.length > 0).length < 2) return grid
  const lines = textRows(own.flatMap(({ words }) => words)).map((line) => placeRow(line, grid.xs))
  if (lines.length < minLines || !isColumnOfValues(lines.map(({ pieces }) => pieces))) return grid
  const rights = grid.xs.slice(1).map((right) => right - 2)
  const groups = groupRows(lines, { rights, isDivided: () => false, isRuled: false })
  if (groups.length < 2) return grid
  const ends = groups.map((group) => Math.max(...group.map(({ bottom }) => bottom)))
  const inner = groups
    .slice(1)
    .map((group, index) => ((ends[index] ?? 0) + Math.min(...group.map(({ top }) => top))) / 2)
  const ys = [...grid.ys.slice(0, row + 1), ...inner, ...grid.ys.slice(row + 1)]
  const cells = grid.cells.flatMap((cell): GridCell[] => {
    if (cell.row > row) return [{ ...cell, row: cell.row + inner.length }]
    if (own.includes(cell)) return divide(cell, ys, inner.length + 1)
    return cell.row + cell.rowSpan > row ? [{ ...cell, rowSpan: cell.rowSpan + inner.length }] : [cell]
  })
  return { ...grid, ys, cells }
}

/** Wrapped text of different lengths is one row; lines that fill most columns each are rows of their own. */
const isColumnOfValues = (lines: readonly (readonly { readonly text: string }[])[]): boolean => {
  const numbered = lines.filter(
    (pieces) => pieces.length > 1 && pieces.slice(1).every(({ text }) => isNumeric(text)),
  ).length
  if (numbered >= Math.max(2, lines.length * 0.5)) return true
  const max = Math.max(...lines.map((pieces) => pieces.length))
  const full = lines.filter((pieces) => pieces.length >= Math.max(2, max * 0.6)).length
  const valued = lines.filter((pieces) => pieces.some(({ text }) => /\d/u.test(text))).length
  return full >= lines.length * 0.6 && valued >= lines.length * 0.6
}

const divide = (cell: GridCell, ys: readonly number[], count: number): GridCell[] =>
  Array.from({ length: count }, (_, index) => ({
    ...cell,
    row: cell.row + index,
    words: cell.words.filter(({ box }) => placeOf(ys, (box[1] + box[3]) / 2) === cell.row + index),
  }))
