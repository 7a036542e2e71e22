import { csvLine } from '@polyparse/document/csv'
import { asCellText } from './spreadsheet-cell.ts'

/** A grid as CSV (RFC 4180) in which spreadsheets find no formula. */
export const toCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${csvLine(row.map(asCellText))}\r\n`).join('')
