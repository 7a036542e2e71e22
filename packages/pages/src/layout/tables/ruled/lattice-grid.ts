import { firstOf, itemAt, pairwise } from '@polyparse/document/items'
import type { ContentWord } from '../../page-content.ts'
import { gridColumns, placeInGrid, type Grid, type GridCell } from '../grid.ts'
import { crowding, latticeCells as limits } from '../parameters.ts'
import { groupRows } from '../rows/group-rows.ts'
import { areSentences, pairsOfLines } from '../rows/line-pairs.ts'
import { isNumericText } from '../../../language/numbers.ts'
import { chunksOfLine, placeRow, textOfWords, textRows, type RowPiece } from '../rows/text-rows.ts'
import { areasOf, columnCountOf, type Lattice } from './lattices.ts'
import { maxOf, minOf } from '@polyparse/engine'

/*
 * Fills the cells of a lattice with the words inside them. Many tables draw fewer lines than they have columns or
 * rows: a cell with several values is divided where white, or the lines of other rows, show how.
 */

/** The grid of a lattice with the words inside it. A row with several lines of values becomes as many rows. */
export const latticeGrid = (lattice: Lattice, words: readonly ContentWord[]): Grid => {
  const areas = areasOf(lattice)
  const at = lattice.walls.map((row) => row.map((): number => -1))
  for (const [index, { row, column, rowSpan, columnSpan }] of areas.entries())
    for (let y = row; y < row + rowSpan; y += 1) at[y]?.fill(index, column, column + columnSpan)
  const held = areas.map((): ContentWord[] => [])
  for (const word of words) {
    const { box } = word
    const index = at[placeInGrid(lattice.ys, (box[1] + box[3]) / 2)]?.[placeInGrid(lattice.xs, (box[0] + box[2]) / 2)]
    if (index !== undefined) held[index]?.push(word)
  }
  const cells = areas
    .map((area, index): GridCell => ({ ...area, words: itemAt(held, index) }))
    .flatMap((cell) => divideAcross(cell, lattice.xs))
    .flatMap((cell) => divideDown(cell, lattice.ys))
  return splitRows({ xs: lattice.xs, ys: lattice.ys, cells, headerRows: 0 })
}

/** Tells whether a lattice is a frame round text, perhaps with lines across. */
export const isOneColumn = (lattice: Lattice): boolean => columnCountOf(lattice) === 1

/** Splits from the last row up, so that rows not looked at keep their numbers. */
const splitRows = (grid: Grid): Grid => {
  let split = grid
  for (let row = grid.ys.length - 2; row >= 0; row -= 1) split = splitRow(split, row)
  return split
}

const splitRow = (grid: Grid, row: number): Grid => {
  const own = grid.cells.filter((cell) => cell.row === row && cell.rowSpan === 1 && cell.columnSpan === 1)
  if (own.filter(({ words }) => words.length > 0).length < 2) return grid
  const lines = textRows(own.flatMap(({ words }) => words)).map((line) => placeRow(line, grid.xs))
  const pieces = lines.map((line) => line.pieces)
  const areRows = lines.length < limits.minLines ? areFullRows(pieces) : isColumnOfValues(pieces)
  const extents = pairwise(grid.xs).map(([left, right]) => ({
    left: left + limits.padding,
    right: right - limits.padding,
  }))
  if (!areRows || areSentences(pairsOfLines(lines), extents)) return grid
  const groups = groupRows(lines, { extents, isDivided: () => false, isRuled: false })
  if (groups.length < 2) return grid
  const inner = pairwise(groups).map(
    ([above, below]) => (maxOf(above.map(({ bottom }) => bottom)) + minOf(below.map(({ top }) => top))) / 2,
  )
  const ys = [...grid.ys.slice(0, row + 1), ...inner, ...grid.ys.slice(row + 1)]
  const cells = grid.cells.flatMap((cell): GridCell[] => {
    if (cell.row > row) return [{ ...cell, row: cell.row + inner.length }]
    if (own.includes(cell)) return divideLatticeCell(cell, ys, inner.length + 1)
    return cell.row + cell.rowSpan > row ? [{ ...cell, rowSpan: cell.rowSpan + inner.length }] : [cell]
  })
  return { ...grid, ys, cells }
}

/** Two lines that both have a label, and a number in each of two other columns or more, where either has one. */
const areFullRows = (lines: readonly (readonly RowPiece[])[]): boolean => {
  const columns = new Set(lines.flat().map(({ first }) => first))
  return (
    lines.length > 1 &&
    columns.size > 2 &&
    lines.every(
      (pieces) =>
        pieces.length === columns.size &&
        pieces.slice(1).every(({ first, last, text }) => first === last && isNumericText(text)),
    )
  )
}

/** Lines that each fill most columns with values are rows; wrapped text of different lengths is one row. */
const isColumnOfValues = (lines: readonly (readonly { readonly text: string }[])[]): boolean => {
  const numbered = lines.filter(
    (pieces) => pieces.length > 1 && pieces.slice(1).every(({ text }) => isNumericText(text)),
  ).length
  if (numbered >= Math.max(2, lines.length * limits.minNumberedShare)) return true
  const max = maxOf(lines.map((pieces) => pieces.length))
  const full = lines.filter((pieces) => pieces.length >= Math.max(2, max * limits.minFilledShare)).length
  const valued = lines.filter((pieces) => pieces.some(({ text }) => /\d/u.test(text))).length
  return full >= lines.length * limits.minFullShare && valued >= lines.length * limits.minValuedShare
}

const divideLatticeCell = (cell: GridCell, ys: readonly number[], count: number): GridCell[] =>
  Array.from({ length: count }, (_, index) => ({
    ...cell,
    row: cell.row + index,
    words: cell.words.filter(({ box }) => placeInGrid(ys, (box[1] + box[3]) / 2) === cell.row + index),
  }))

/**
 * Divides a cell that seems to span columns but holds a value of each, because lines are drawn in some rows only. The
 * cut is where the lines of the other rows would continue, if there is white.
 */
const divideAcross = (cell: GridCell, xs: readonly number[]): GridCell[] => {
  if (cell.columnSpan === 1 || cell.words.length < 2) return [cell]
  const ends = xs.slice(cell.column, cell.column + cell.columnSpan + 1)
  const lines = textRows(cell.words).map((row) => placeRow(row, ends))
  const pieces = lines.flatMap((line) => line.pieces.map((piece) => ({ ...piece, size: line.size })))
  const isClean = pieces.every(
    (piece) =>
      piece.first === piece.last &&
      pieces.every((other) => other.first <= piece.first || other.from - piece.to > piece.size * limits.minGap),
  )
  const columns = new Set(pieces.map(({ first }) => first))
  const isFilled =
    columns.size > 1 && columns.size >= Math.min(limits.minFilledColumns, cell.columnSpan) && columns.has(0)
  if (!isClean || !isFilled) return [cell]
  return Array.from({ length: cell.columnSpan }, (_, index) => ({
    ...cell,
    column: cell.column + index,
    columnSpan: 1,
    words: pieces.filter(({ first }) => first === index).flatMap(({ words }) => words),
  }))
}

/** A cell beside several rows that has a line for most of them becomes as many cells. */
const divideDown = (cell: GridCell, ys: readonly number[]): GridCell[] => {
  if (cell.rowSpan < limits.minRowSpan) return [cell]
  const lines = textRows(cell.words)
  const rowOf = (word: ContentWord): number => placeInGrid(ys, (word.box[1] + word.box[3]) / 2)
  const rows = lines.map(({ words }) => rowOf(firstOf(words)))
  const distinct = new Set(rows)
  if (distinct.size < lines.length || distinct.size < cell.rowSpan * limits.minLineShare) return [cell]
  return Array.from({ length: cell.rowSpan }, (_, index) => ({
    ...cell,
    row: cell.row + index,
    rowSpan: 1,
    words: cell.words.filter((word) => rowOf(word) === cell.row + index),
  }))
}

/** Tells whether the lines divide a table only in part: its cells hold columns of values, or values side by side. */
export const isUnderdivided = (grid: Grid): boolean => {
  const filled = grid.cells.filter(({ words }) => words.length > 0)
  const crowded = filled.filter(isCrowded)
  const columns = new Set(crowded.map(({ column }) => column))
  return crowded.length > filled.length * crowding.maxShare && columns.size >= Math.min(2, gridColumns(grid) - 1)
}

const isCrowded = ({ words }: GridCell): boolean => {
  const lines = textRows(words)
  const numbers = lines.filter((line) => isNumericText(textOfWords(line.words)))
  if (lines.length >= crowding.minLines && numbers.length >= lines.length * crowding.minNumericShare) return true
  return lines.some((line) => {
    const chunks = chunksOfLine(line, crowding.minGap)
    return chunks.length > 1 && chunks.slice(1).every((chunk) => isNumericText(textOfWords(chunk.words)))
  })
}
