import type { PlacedRow } from '../rows/text-rows.ts'
import { isNumericColumn } from './header-length.ts'
import { headerParameters as limits } from './parameters.ts'

/** A name with a colon and its value: `Bill No: 4711`, but not the address of a page. */
const labelled = /\p{L}[.)]?\s?:(?!\/\/)\s*[\p{L}\d]/u

const label = /\p{L}[.)]?\s?:$/u

/** A number of many figures, a date, a time or an amount: a year may head a column. */
const value = /\d{5}|\d[.,:/-]\d/u

/** A time of the day to the second. */
const time = /\d:\d\d:\d\d(?!\d)/u

/**
 * Counts the lines at the top of a possible table that state values with their names, or the time, as a receipt does
 * above its items. It looks among the lines that were taken for the header, above a line of headings over columns of
 * numbers. Returns 0 if there are none.
 */
export const statedLines = (rows: readonly PlacedRow[], columns: number, header: number): number => {
  const numeric = (below: readonly PlacedRow[]): number[] =>
    Array.from({ length: columns }, (_, column) => column).filter((column) => isNumericColumn(below, column))
  const isHeading = (row: PlacedRow, index: number): boolean => {
    const headed = new Set(row.pieces.map(({ first }) => first))
    const under = numeric(rows.slice(index + 1))
    return (
      !row.pieces.some(({ text }) => /\d/u.test(text)) &&
      !statesValue(row) &&
      under.length > 0 &&
      under.every((column) => headed.has(column))
    )
  }
  const headings = rows.slice(0, limits.maxRows).findIndex(isHeading)
  return rows.slice(0, Math.max(header, headings)).findLastIndex(statesValue) + 1
}

/** Tells whether a line states a value with its name, or the time, which headings of columns do not. */
const statesValue = ({ pieces }: PlacedRow): boolean =>
  pieces.some(
    ({ text }, index) =>
      labelled.test(text) || time.test(text) || (label.test(text) && value.test(pieces[index + 1]?.text ?? '')),
  )
