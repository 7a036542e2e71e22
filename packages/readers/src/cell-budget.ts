import type { Warning } from '@polyparse/document'

/** Cells of a document that are read; a table of more is data, not a document, and would take the memory of a process. */
export const maxCells = 500_000

export const tableTruncated = (page?: number): Warning => ({
  code: 'table_truncated',
  message: `The document has more than ${maxCells} table cells; the rest was left out.`,
  ...(page !== undefined && { page }),
})
