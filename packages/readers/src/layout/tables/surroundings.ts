import { gridColumns, gridRows, type Grid, type GridCell } from './grid.ts'
import { isCaptionLabel, isNoteLabel } from './labels.ts'
import { textOf } from './text-rows.ts'

/** A table without its caption and its notes, where they stand within its frame or as close as its rows do. */
export const withoutSurroundings = (grid: Grid): Grid => {
  let trimmed = grid
  while (gridRows(trimmed) > 2 && isCaption(rowOf(trimmed, 0))) trimmed = withoutRow(trimmed, 0)
  while (gridRows(trimmed) > 2 && isNote(rowOf(trimmed, gridRows(trimmed) - 1), gridColumns(trimmed)))
    trimmed = withoutRow(trimmed, gridRows(trimmed) - 1)
  return trimmed
}

const rowOf = ({ cells }: Grid, row: number): GridCell[] =>
  cells.filter((cell) => cell.row <= row && cell.row + cell.rowSpan > row && cell.words.length > 0)

const isCaption = (cells: readonly GridCell[]): boolean => {
  const [only] = cells
  return cells.length === 1 && only !== undefined && only.rowSpan === 1 && isCaptionLabel(textOf(only.words))
}

const isNote = (cells: readonly GridCell[], columns: number): boolean => {
  const [only] = cells
  if (only === undefined || cells.some(({ rowSpan }) => rowSpan > 1)) return false
  const text = textOf(only.words)
  if (isNoteLabel(text) && only.column === 0 && (cells.length === 1 || text.endsWith(':'))) return true
  return cells.length === 1 && only.columnSpan === columns && only.words.length > 14
}

const withoutRow = ({ xs, ys, cells, headerRows }: Grid, row: number): Grid => ({
  xs,
  ys: ys.filter((_, index) => index !== (row === 0 ? 0 : row + 1)),
  cells: cells
    .filter((cell) => cell.row !== row)
    .map((cell) => (cell.row > row ? { ...cell, row: cell.row - 1 } : cell)),
  headerRows: row < headerRows ? headerRows - 1 : headerRows,
})
