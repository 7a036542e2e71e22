import { readsOn } from '@polyparse/engine'
import { countNumberColumns, wrappedColumns, type LinePair, type TextExtent } from './line-pairs.ts'
import { reading as limits } from './parameters.ts'
import { columnsAfter, isInterrupted, type RowColumns } from './row-columns.ts'
import { isNumericText } from '../../../language/numbers.ts'
import { columnsOfLine } from './text-rows.ts'

/*
 * Says by the text alone whether a line goes on the row above it, for tables whose lines are all equally close. A row
 * begins with its label in the first column, so a line without one needs less evidence than a line with one.
 */

/**
 * Tells whether the text of a row, whose columns have had this, goes on in the lower line; `extents` as for {@link
 * isWrapped}.
 */
export const textGoesOn = (row: RowColumns, pair: LinePair, extents: readonly TextExtent[]): boolean => {
  if (countNumberColumns(pair) > 0 || isInterrupted(columnsAfter(row, pair.below))) return false
  return columnsOfLine(pair.below).has(0) ? labelGoesOn(pair, extents) : goesOnWithoutLabel(row, pair, extents)
}

/** Below cells of the row alone, with text that is wrapped or reads on in one of them, and no values of its own. */
const goesOnWithoutLabel = (row: RowColumns, pair: LinePair, extents: readonly TextExtent[]): boolean => {
  if (areShortValues(pair)) return false
  const wrapped = wrappedColumns(pair, extents)
  // A number may be the last word of a text, and else is a value of its own row.
  const lastWords = new Set(wrapped.filter(({ upper }) => !isNumericText(upper.text)).map(({ lower }) => lower))
  return (
    columnsOfLine(pair.below).isSubsetOf(row) &&
    pair.below.pieces.every((piece) => !isNumericText(piece.text) || lastWords.has(piece)) &&
    (wrapped.length > 0 || readingOn(pair).length > 0)
  )
}

/**
 * Tells whether several columns have a few words on both lines, of which none reads on: names or codes of rows without a label. A narrow
 * column has no room for the next name beside one, and that in several columns at once is no wrapping.
 */
const areShortValues = (pair: LinePair): boolean =>
  pair.shared.length > 1 &&
  pair.shared.length === pair.below.pieces.length &&
  readingOn(pair).length === 0 &&
  pair.shared.every(({ upper, lower }) => Math.max(upper.words.length, lower.words.length) < limits.minWords)

/** The label too must be wrapped, as must every cell that goes on. */
const labelGoesOn = (pair: LinePair, extents: readonly TextExtent[]): boolean => {
  const { shared } = pair
  if (shared.length === 0 || wrappedColumns(pair, extents).length < shared.length) return false
  const [lower, upper] = [columnsOfLine(pair.below), columnsOfLine(pair.above)]
  const reads = readingOn(pair).length
  // A name is wrapped without a small letter; the other columns tell, and one that is empty, as it is in no row.
  if (lower.size > 1 && lower.size < upper.size && lower.isSubsetOf(upper))
    return reads > shared.length * limits.minReadingOn
  // A full row looks like this one: all of its cells must have been long enough to be wrapped.
  const isLong = shared.length === 1 || shared.every((column) => column.upper.words.length >= limits.minWords)
  return reads === shared.length && isLong && (lower.size === 1 || upper.size === 1 || lower.isSubsetOf(upper))
}

const readingOn = ({ shared }: LinePair) => shared.filter(({ upper, lower }) => readsOn(upper.text, lower.text))
