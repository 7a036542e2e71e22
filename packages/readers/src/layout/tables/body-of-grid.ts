import { gridColumns, type Grid, type GridCell } from './grid.ts'
import { textOf } from './text-rows.ts'

/** The texts of each column below the header, of cells that stand in it alone. */
export const bodyColumns = (grid: Grid): string[][] =>
  Array.from({ length: gridColumns(grid) }, (_, column) =>
    grid.cells
      .filter((cell) => cell.column === column && cell.columnSpan === 1)
      .filter((cell) => cell.words.length > 0 && cell.row >= grid.headerRows)
      .map(({ words }) => textOf(words)),
  )

/** A first row that is bold above others that are not. */
export const hasBoldHead = (grid: Grid): boolean => {
  const isBold = (cells: readonly GridCell[]): boolean =>
    cells.flatMap(({ words }) => words).every(({ style }) => style.bold)
  const length = Math.max(1, grid.headerRows)
  const head = grid.cells.filter(({ row }) => row < length)
  const body = grid.cells.filter(({ row }) => row >= length)
  return head.filter(({ words }) => words.length > 0).length > 1 && isBold(head) && !isBold(body)
}

/** How many words a cell of a column has, on average. */
export const meanWords = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.split(' ').length, 0) / Math.max(1, texts.length)
