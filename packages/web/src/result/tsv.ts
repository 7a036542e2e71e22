import { asCellText } from './spreadsheet-cell.ts'

/** A grid as spreadsheets paste it: cells between tabs, so none within a cell, and no formulas. */
export const toTsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((text) => asCellText(text.replace(/\s+/g, ' ').trim())).join('\t')}\n`).join('')
