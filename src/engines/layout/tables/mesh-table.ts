import type { Box } from '../../../document/model.ts'
import type { ContentWord } from '../page-content.ts'
import { withoutEmpty, type Grid, type GridCell } from './grid.ts'
import { areasOf, columnCountOf, rowCountOf, type Mesh } from './mesh.ts'
import { textRows } from './text-rows.ts'
import type { WordIndex } from './word-index.ts'

/** A grid with the words of a mesh; null when what is drawn is a frame, a form of boxes, or nearly empty. */
export const meshTable = (mesh: Mesh, index: WordIndex): Grid | null => {
  if (rowCountOf(mesh) < 2 || columnCountOf(mesh) < 2) return null
  const areas = areasOf(mesh)
  if (areas.length < 4) return null
  const cells = areas.map((area): GridCell => ({ ...area, words: index.within(boxOf(mesh, area)) }))
  const filled = cells.filter(({ words }) => words.length > 0)
  if (filled.length < 3 || filled.length < cells.length * 0.25) return null
  const grid = withoutEmpty({ xs: mesh.xs, ys: mesh.ys, cells, headerRows: headerRowsOf(cells) })
  const columns = new Set(grid.cells.filter(({ words }) => words.length > 0).map(({ column }) => column))
  return columns.size < 2 || grid.ys.length < 3 ? null : grid
}

const boxOf = (
  { xs, ys }: Mesh,
  { row, column, rowSpan, columnSpan }: { row: number; column: number; rowSpan: number; columnSpan: number },
): Box => [xs[column] ?? 0, ys[row] ?? 0, xs[column + columnSpan] ?? 0, ys[row + rowSpan] ?? 0]

/** The first row heads a table; with it those that its tall cells reach into, and bold rows right below. */
const headerRowsOf = (cells: readonly GridCell[]): number => {
  let rows = Math.max(
    1,
    ...cells.filter(({ row, words }) => row === 0 && words.length > 0).map(({ rowSpan }) => rowSpan),
  )
  const isBoldRow = (row: number): boolean => {
    const words = cells.filter((cell) => cell.row === row).flatMap((cell) => cell.words)
    return words.length > 0 && words.every(({ style }) => style.bold)
  }
  if (!isBoldRow(0)) return Math.min(rows, 4)
  while (rows < 4 && isBoldRow(rows)) rows += 1
  return rows
}

/** How many lines of text the fullest cell has. */
export const mostLines = (cells: readonly GridCell[]): number =>
  Math.max(0, ...cells.map(({ words }) => textRows(words).length))

export const wordsOf = ({ cells }: Grid): ContentWord[] => cells.flatMap(({ words }) => [...words])
