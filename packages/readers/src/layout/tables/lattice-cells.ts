import type { ContentWord } from '../page-content.ts'
import { placeOf, type GridCell } from './grid.ts'
import { placeRow } from './placed-rows.ts'
import { textRows } from './text-rows.ts'

/** In heights of the text: white that divides what stands in one drawn cell. */
const apart = 0.7

/**
 * Where lines are drawn in some rows only, a cell that seems to go over several columns holds what stands in each: it is
 * divided where the lines of the other rows would go on, if there is white.
 */
export const divideAcross = (cell: GridCell, xs: readonly number[]): GridCell[] => {
  if (cell.columnSpan === 1 || cell.words.length < 2) return [cell]
  const ends = xs.slice(cell.column, cell.column + cell.columnSpan + 1)
  const lines = textRows(cell.words).map((row) => placeRow(row, ends))
  const pieces = lines.flatMap((line) => line.pieces.map((piece) => ({ ...piece, size: line.size })))
  const isClean = pieces.every(
    (piece) =>
      piece.first === piece.last &&
      pieces.every((other) => other.first <= piece.first || other.from - piece.to > piece.size * apart),
  )
  const columns = new Set(pieces.map(({ first }) => first))
  const isFilled = columns.size > 1 && columns.size >= Math.min(3, cell.columnSpan) && columns.has(0)
  if (!isClean || !isFilled) return [cell]
  return Array.from({ length: cell.columnSpan }, (_, index) => ({
    ...cell,
    column: cell.column + index,
    columnSpan: 1,
    words: pieces.filter(({ first }) => first === index).flatMap(({ words }) => words),
  }))
}

/** A cell beside several rows that has a line for most of them is as many cells. */
export const divideDown = (cell: GridCell, ys: readonly number[]): GridCell[] => {
  if (cell.rowSpan < 3) return [cell]
  const lines = textRows(cell.words)
  const rowOf = (word: ContentWord): number => placeOf(ys, (word.box[1] + word.box[3]) / 2)
  const rows = lines.map(({ words }) => words.map(rowOf)[0] ?? cell.row)
  const distinct = new Set(rows)
  if (distinct.size < lines.length || distinct.size < cell.rowSpan * 0.7) return [cell]
  return Array.from({ length: cell.rowSpan }, (_, index) => ({
    ...cell,
    row: cell.row + index,
    rowSpan: 1,
    words: cell.words.filter((word) => rowOf(word) === cell.row + index),
  }))
}
