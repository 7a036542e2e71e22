import { areBold } from '../../../language/bold.ts'
import type { Rule } from '../../page-content.ts'
import type { Zone } from '../grid.ts'
import { headerParameters as limits } from './parameters.ts'
import { isNumericText } from '../../../language/numbers.ts'
import { isBetweenRows, type PlacedRow, type RowPiece } from '../rows/text-rows.ts'

/*
 * Says how many rows at the top of a table are its header: up to a line over the whole table, else to where columns of
 * numbers begin, else as far as the text is bold.
 */

/**
 * Returns how many lines at the top of a table are its header, at least `atLeast`, and the drawn lines that go over some of its
 * columns only, which group them.
 */
export const headerLength = (
  rows: readonly PlacedRow[],
  { columns, atLeast, zone }: { readonly columns: number; readonly atLeast: number; readonly zone: Zone },
): { readonly lines: number; readonly partial: readonly Rule[] } => {
  const width = zone.right - zone.left
  const isFromLeft = ({ from }: Rule): boolean => from < zone.left + width * limits.maxIndentShare
  const partial = zone.rules.filter((rule) => !isFromLeft(rule) || rule.to - rule.from < width * limits.maxPartialShare)
  const whole = zone.rules.filter((rule) => isFromLeft(rule) && rule.to - rule.from >= width * limits.minWholeShare)
  const max = Math.min(limits.maxRows, rows.length - 1)
  const byRule = rows.findIndex((row, index) => {
    const below = rows[index + 1]
    return (
      index < max &&
      below !== undefined &&
      index + 1 >= atLeast &&
      whole.some(({ at }) => isBetweenRows(at, row, below))
    )
  })
  const typed = byTypes(rows, columns)
  const above = rows.slice(0, byRule + 1)
  const isBelowBody = typed > 0 && whole.length > 1 && above.slice(typed).some(isLabelledNumbers)
  const isWithin =
    typed > above.length &&
    above.every(({ pieces }) => pieces.length === 1 || pieces.every(({ text }) => year.test(text)))
  if (byRule >= 0 && !isBelowBody && !isWithin) return { lines: above.length, partial }
  return { lines: Math.min(max, Math.max(atLeast, typed, byWeight(rows))), partial }
}

/** The lines of text over columns of numbers. */
const byTypes = (rows: readonly PlacedRow[], columns: number): number => {
  const numeric = Array.from({ length: columns }, (_, column) => isNumericColumn(rows, column))
  if (!numeric.some(Boolean)) return 0
  const isNumericAt = ({ first }: RowPiece): boolean => numeric[first] === true
  const first = rows.findIndex(
    (row, index) =>
      row.pieces.some((piece) => isNumericAt(piece) && isNumericText(piece.text)) &&
      !(areYears(row.pieces.filter(isNumericAt)) && isHeadings(rows[index + 1], isNumericAt)),
  )
  const above = rows.slice(0, first)
  const hasHeadings = above.some(({ pieces }) => pieces.some((piece) => numeric[piece.first] === true))
  return hasHeadings && first <= limits.maxRows ? withoutSections(above) : 0
}

const year = /^(?:19|20)\d\d$/u

/** Tells whether some of the texts are numbers, all of which are years. */
const areYears = (pieces: readonly RowPiece[]): boolean => {
  const numbers = pieces.filter(({ text }) => isNumericText(text))
  return numbers.length > 0 && numbers.every(({ text }) => year.test(text))
}

/**
 * Tells whether a line has a label and several numbers that have more than the two figures by which columns are
 * counted. Such a line is a row of the body, even where the grounds of every second row are drawn around it.
 */
const isLabelledNumbers = ({ pieces: [label, ...others] }: PlacedRow): boolean =>
  label?.first === 0 &&
  !isNumericText(label.text) &&
  others.length >= limits.minNumericCells &&
  others.every(({ text }) => isNumericText(text) && !year.test(text)) &&
  others.some(({ text }) => /\d\D*\d\D*\d/u.test(text))

/**
 * Tells whether a line has text over columns of numbers, and none of their numbers. The lines above such a line are
 * headings, too.
 */
const isHeadings = (row: PlacedRow | undefined, isNumericAt: (piece: RowPiece) => boolean): boolean => {
  const over = row?.pieces.filter(isNumericAt) ?? []
  return over.length > 0 && !over.some(({ text }) => isNumericText(text))
}

/** Lines with the first column alone, at the end of the header, are headings of the rows below. */
const withoutSections = (header: readonly PlacedRow[]): number => {
  const last = header.findLastIndex(({ pieces }) => pieces.length > 1 || (pieces[0]?.first ?? 0) > 0)
  return last + 1
}

/** Tells whether most texts of a column are numbers. */
export const isNumericColumn = (rows: readonly PlacedRow[], column: number): boolean => {
  const texts = rows.flatMap(({ pieces }) => pieces.filter(({ first }) => first === column).map(({ text }) => text))
  return texts.filter(isNumericText).length >= Math.max(limits.minNumericCells, texts.length * limits.minNumericShare)
}

const byWeight = (rows: readonly PlacedRow[]): number => {
  const bold = rows.map(({ words }) => areBold(words))
  const first = bold.indexOf(false)
  const rest = bold.slice(first)
  return first > 0 && first <= limits.maxBoldRows && rest.filter(Boolean).length < rest.length * limits.maxBoldShare
    ? first
    : 0
}
