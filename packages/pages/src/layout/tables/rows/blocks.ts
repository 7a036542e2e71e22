import { closestReach, tellsByDistance, type LineDistance } from './distances.ts'
import type { SharedColumn } from './line-pairs.ts'
import { isNumericText } from '../../../language/numbers.ts'
import { type RowPiece, type PlacedRow } from './text-rows.ts'

/*
 * Says which lines make one row where cells are set in the middle of their row, or at its foot: the lines of
 * neighbouring cells then lie at different heights, and only the white above and below each cell tells rows apart.
 */

/** Lines of one column that are as close as lines of text are: the indices of the first and the last. */
type CellBlock = { readonly column: number; readonly first: number; readonly last: number }

/**
 * The lines of a table as rows; numbers below each other are never one cell. Returns null where every row begins with all
 * its cells on one line, and where the white in the columns does not divide the table into rows of one cell for each
 * column.
 */
export const rowsOfBlocks = (
  lines: readonly PlacedRow[],
  isWrapped: (column: SharedColumn, size: number) => boolean,
): (readonly PlacedRow[])[] | null => {
  const columns = new Set(lines.flatMap(({ pieces }) => pieces.map(({ first }) => first)))
  const pairs = [...columns].flatMap((column) => cellPairsOfColumn(lines, column))
  const reach = closestReach(pairs)
  if (pairs.some((pair) => pair.pitch <= reach && areNumbers(pair))) return null
  if (!tellsByDistance(pairs, (pair) => isWrapped(pair, pair.size))) return null
  const blocks = [...columns].flatMap((column) => cellBlocksOfColumn(lines, column, reach))
  const ranges: { first: number; last: number; blocks: CellBlock[] }[] = []
  for (const block of blocks.toSorted((a, b) => a.first - b.first)) {
    const range = ranges.at(-1)
    if (range === undefined || block.first > range.last) ranges.push({ ...block, blocks: [block] })
    else {
      range.last = Math.max(range.last, block.last)
      range.blocks.push(block)
    }
  }
  const isClean = ranges.every(
    (range) => new Set(range.blocks.map(({ column }) => column)).size === range.blocks.length,
  )
  const isShifted = ranges.some((range) => range.blocks.some(({ first }) => first > range.first))
  return isClean && isShifted && ranges.length > 1
    ? ranges.map(({ first, last }) => lines.slice(first, last + 1))
    : null
}

type CellPiece = {
  readonly index: number
  readonly baseline: number
  readonly size: number
  readonly piece: RowPiece
}

/** Two lines of text that follow each other in one column. */
type CellPair = LineDistance & SharedColumn

const placedIn = (lines: readonly PlacedRow[], column: number): CellPiece[] =>
  lines.flatMap(({ baseline, size, pieces }, index) =>
    pieces.filter(({ first }) => first === column).map((piece) => ({ index, baseline, size, piece })),
  )

const cellPairsOfColumn = (lines: readonly PlacedRow[], column: number): CellPair[] => {
  const placed = placedIn(lines, column)
  return placed.slice(1).flatMap((below, position) => {
    const above = placed[position]
    if (above === undefined) return []
    return [{ upper: above.piece, lower: below.piece, pitch: below.baseline - above.baseline, size: above.size }]
  })
}

const areNumbers = ({ upper, lower }: SharedColumn): boolean => isNumericText(upper.text) && isNumericText(lower.text)

const cellBlocksOfColumn = (lines: readonly PlacedRow[], column: number, reach: number): CellBlock[] => {
  const blocks: { column: number; first: number; last: number; baseline: number }[] = []
  for (const { index, baseline } of placedIn(lines, column)) {
    const block = blocks.at(-1)
    if (block !== undefined && baseline - block.baseline <= reach) Object.assign(block, { last: index, baseline })
    else blocks.push({ column, first: index, last: index, baseline })
  }
  return blocks
}
