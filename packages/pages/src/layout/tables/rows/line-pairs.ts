import { distances, reading, wrapping as limits } from './parameters.ts'
import type { LineDistance } from './distances.ts'
import { isNumericText } from '../../../language/numbers.ts'
import { type PlacedRow, type RowPiece } from './text-rows.ts'

/*
 * The relation of two lines of a table that follow each other: the distance between them, and whether the upper one had
 * no room for the first word of the lower one.
 */

/** Where the text of a column begins and ends, in points. */
export type TextExtent = { readonly left: number; readonly right: number }

/** A column that both lines have text in. */
export type SharedColumn = { readonly upper: RowPiece; readonly lower: RowPiece }

export type LinePair = LineDistance & {
  readonly above: PlacedRow
  readonly below: PlacedRow
  readonly shared: readonly SharedColumn[]
}

/** Every line but the first, with the one above it. */
export const pairsOfLines = (lines: readonly PlacedRow[]): LinePair[] =>
  lines.slice(1).flatMap((below, index) => {
    const above = lines[index]
    if (above === undefined) return []
    const shared = below.pieces.flatMap((lower) => {
      const upper = above.pieces.find(({ first }) => first === lower.first)
      return upper === undefined ? [] : [{ upper, lower }]
    })
    return [{ above, below, shared, pitch: below.baseline - above.baseline, size: above.size }]
  })

/**
 * Tells whether both are one printed line, whose cells are set at different heights.
 * @example isOnePrintedLine({ above: { size: 10 }, below: { size: 10 }, pitch: 3 }) // true
 */
export const isOnePrintedLine = ({ above, below, pitch }: LinePair): boolean =>
  pitch <= Math.min(above.size, below.size) * distances.onePrintedLine

/**
 * Tells whether the upper line ends where there was no room for the next word; its text is `size` points high.
 */
export const isWrapped = ({ upper, lower }: SharedColumn, size: number, extents: readonly TextExtent[]): boolean => {
  const [next] = lower.words
  const isSetRight =
    Math.abs(upper.to - lower.to) < limits.aligned && Math.abs(upper.from - lower.from) > limits.aligned
  // Text that is set to the right leaves no room there, however short it is.
  if (isSetRight) return false
  const after = (extents[upper.last]?.right ?? 0) - upper.to
  const before = upper.from - (extents[upper.first]?.left ?? upper.from)
  // Text in the middle has its room on both sides.
  const isCentred = before > limits.aligned && Math.abs(before - after) <= limits.aligned
  const room = isCentred ? before + after : after
  return next !== undefined && next.box[2] - next.box[0] + size * limits.slack > room
}

/** The columns with text on both lines in which the upper line has no room for the next word. */
export const wrappedColumns = ({ shared, size }: LinePair, extents: readonly TextExtent[]): SharedColumn[] =>
  shared.filter((column) => isWrapped(column, size, extents))

/** Counts the columns in which both lines have a number. */
export const countNumberColumns = ({ shared }: LinePair): number =>
  shared.filter(({ upper, lower }) => isNumericText(upper.text) && isNumericText(lower.text)).length

/** Tells whether the lower line is wrapped text of the upper one in some column, and no row of numbers. */
export const areWrappedText = (pair: LinePair, extents: readonly TextExtent[]): boolean => {
  const numbers = countNumberColumns(pair)
  if (numbers > limits.maxNumberColumns || pair.shared.length === 0) return false
  return wrappedColumns(pair, extents).length / pair.shared.length > (numbers === 0 ? 0 : limits.minWrappedWithNumber)
}

/**
 * Tells whether most lines below each other in a column are long and end where there was no room for the next word: they are
 * sentences, whatever numbers are in them.
 */
export const areSentences = (pairs: readonly LinePair[], extents: readonly TextExtent[]): boolean => {
  const shared = pairs.flatMap((pair) => pair.shared.map((column) => ({ column, size: pair.size })))
  const wrapped = shared.filter(
    ({ column, size }) => column.upper.words.length >= reading.minWords && isWrapped(column, size, extents),
  )
  return shared.length > 0 && wrapped.length >= shared.length * distances.minWrappedShare
}
