import type { SheetCell } from './sheet-cell.ts'

/** Rows: a table ends with a total or a remark under some of its columns, so one row more or less says nothing. */
const sameEnd = 1

/**
 * The tables that stand side by side in a block of rows, from the left; usually the block is one. Columns without any
 * cell divide it only where both sides have a header of their own across all their columns, and where they are not
 * rows of the same table: they begin or end on different rows, or their headers begin alike.
 */
export const sideBySide = (block: readonly SheetCell[]): SheetCell[][] => {
  const sides: SheetCell[][] = []
  for (const next of divided(block)) {
    const before = sides.at(-1)
    if (before !== undefined && !areApart(before, next)) sides.splice(-1, 1, [...before, ...next])
    else sides.push(next)
  }
  return sides.map((side) => side.toSorted((a, b) => a.row - b.row || a.column - b.column))
}

const divided = (block: readonly SheetCell[]): SheetCell[][] => {
  const pieces: SheetCell[][] = []
  let reach = Number.NEGATIVE_INFINITY
  for (const cell of block.toSorted((a, b) => a.column - b.column)) {
    if (cell.column > reach + 1) pieces.push([])
    pieces.at(-1)?.push(cell)
    reach = Math.max(reach, cell.column + cell.columnSpan - 1)
  }
  return pieces
}

const areApart = (left: readonly SheetCell[], right: readonly SheetCell[]): boolean => {
  const [a, b] = [headerOfSheetTable(left), headerOfSheetTable(right)]
  if (a === null || b === null) return false
  return a.top !== b.top || Math.abs(a.bottom - b.bottom) > sameEnd || a.text === b.text
}

type SheetTableHeader = { readonly top: number; readonly bottom: number; readonly text: string }

/** The header of cells that make a table: words over all of its columns, of which it has two or more. */
const headerOfSheetTable = (cells: readonly SheetCell[]): SheetTableHeader | null => {
  const rows = cells.map(({ row }) => row)
  const top = rows.reduce((least, row) => Math.min(least, row), Number.POSITIVE_INFINITY)
  const bottom = rows.reduce((most, row) => Math.max(most, row), 0)
  const header = cells.filter(({ row }) => row === top)
  const columns = new Set(cells.map(({ column }) => column)).size
  const width = header.reduce((sum, { columnSpan }) => sum + columnSpan, 0)
  const isHeader = bottom > top && columns > 1 && width >= columns && header.every(({ text }) => /\p{L}/u.test(text))
  return isHeader ? { top, bottom, text: header[0]?.text ?? '' } : null
}
