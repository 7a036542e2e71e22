import { csvLine } from '@polyparse/document/csv'

/**
 * A grid as CSV (RFC 4180) for a spreadsheet, which takes a cell that begins with one of `= + - @` for a formula. Such a cell
 * gets an apostrophe before it, unless it is a number or a lone sign.
 */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${csvLine(row.map(asText))}\r\n`).join('')

const asText = (cell: string): string => (/^[=+\-@\t\r\n]/.test(cell) && !isHarmless(cell) ? `'${cell}` : cell)

const isHarmless = (cell: string): boolean =>
  /^[+-]?(?:\p{Sc}\s?)?(?:\d[\d.,'\u00A0\u202F ]*)?(?:\s?[%\p{Sc}])?$/u.test(cell)
