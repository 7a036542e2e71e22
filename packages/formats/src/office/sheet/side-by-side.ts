import type { SheetCell } from './sheet-cell.ts'

/** Rows: a table ends with a total or a remark under some of its columns, so one row more or less says nothing. */
const sameEnd = 1

/**
 * The tables that are side by side in a block of rows, from the left; usually the block is one. Columns without any
 * cell divide it only where both sides have a header of their own across all their columns, and where they are not
 * rows of the same table: they begin or end on different rows, or their headers begin alike.
 */
export const sideBySide = (block: readonly SheetCell[]): SheetCell[][] => {
  const sides: { readonly pieces: SheetCell[][]; edge: SheetTableEdge }[] = []
  for (const piece of divided(block)) {
    const edge = edgeOfPiece(piece)
    const before = sides.at(-1)
    if (before === undefined || areApart(before.edge, edge)) sides.push({ pieces: [piece], edge })
    else {
      before.pieces.push(piece)
      before.edge = joinedEdge(before.edge, edge)
    }
  }
  return sides.map(({ pieces }) => pieces.flat().toSorted((a, b) => a.row - b.row || a.column - b.column))
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

const areApart = (left: SheetTableEdge, right: SheetTableEdge): boolean =>
  hasOwnHeader(left) &&
  hasOwnHeader(right) &&
  (left.top !== right.top || Math.abs(left.bottom - right.bottom) > sameEnd || left.text === right.text)

/** The edge of a table, as the cells of adjacent columns show it: its rows, its columns, and its first row. */
type SheetTableEdge = {
  readonly top: number
  readonly bottom: number
  readonly columns: number
  /** Over how many columns the first row goes, whether it is words, and the first of it. */
  readonly width: number
  readonly isWords: boolean
  readonly text: string
}

/** A header is words over all of the columns, of which there are two or more. */
const hasOwnHeader = ({ top, bottom, columns, width, isWords }: SheetTableEdge): boolean =>
  bottom > top && columns > 1 && width >= columns && isWords

const edgeOfPiece = (cells: readonly SheetCell[]): SheetTableEdge => {
  const rows = cells.map(({ row }) => row)
  const top = rows.reduce((least, row) => Math.min(least, row), Number.POSITIVE_INFINITY)
  const header = cells.filter(({ row }) => row === top)
  return {
    top,
    bottom: rows.reduce((most, row) => Math.max(most, row), 0),
    columns: new Set(cells.map(({ column }) => column)).size,
    width: header.reduce((sum, { columnSpan }) => sum + columnSpan, 0),
    isWords: header.every(({ text }) => /\p{L}/u.test(text)),
    text: header[0]?.text ?? '',
  }
}

/** The edge of both together, which share no column. */
const joinedEdge = (left: SheetTableEdge, right: SheetTableEdge): SheetTableEdge => {
  const upper = left.top <= right.top ? left : right
  const isLevel = left.top === right.top
  return {
    ...upper,
    bottom: Math.max(left.bottom, right.bottom),
    columns: left.columns + right.columns,
    width: isLevel ? left.width + right.width : upper.width,
    isWords: isLevel ? left.isWords && right.isWords : upper.isWords,
  }
}
