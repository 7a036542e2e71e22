import { csvLine } from '@polyparse/document/csv'

/** A grid as CSV (RFC 4180). */
export const toCsv = (rows: readonly (readonly string[])[]): string => rows.map((row) => `${csvLine(row)}\r\n`).join('')
