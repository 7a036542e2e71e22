import type { Cell } from '@polyparse/document'

/**
 * Marks the first row as the header where the document marks none and it looks like one: every place of it filled with
 * words rather than numbers, and rows below.
 */
export const withHeaderRow = (cells: readonly Cell[], columnCount: number): readonly Cell[] => {
  if (cells.some(({ header }) => header)) return cells
  const first = cells.filter(({ row }) => row === 0)
  const width = first.reduce((sum, { columnSpan }) => sum + columnSpan, 0)
  const looksLikeHeader =
    columnCount > 1 &&
    width === columnCount &&
    first.every(({ text, rowSpan }) => rowSpan === 1 && /\p{L}/u.test(text) && text.length <= 100) &&
    cells.some(({ row }) => row > 0)
  return looksLikeHeader ? cells.map((cell) => (cell.row === 0 ? { ...cell, header: true } : cell)) : cells
}
