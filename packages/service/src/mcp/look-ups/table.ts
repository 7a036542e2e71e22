import type { CallToolResult } from '@modelcontextprotocol/server'
import { TableValue } from '@polyparse/document'
import { csvLine } from '@polyparse/document/csv'
import { documentAnswer, listedTexts, maxCharacters } from '../texts.ts'
import { ToolError } from '../tool-error.ts'
import { resultElementsIn, type OpenBody } from './open-body.ts'

/** `id` is that of the job. */
export type TableLookUp = {
  readonly kind: 'table'
  readonly id: string
  readonly table: string
  readonly format: 'markdown' | 'csv' | 'json'
}

const tableElementsIn = resultElementsIn(TableValue)

/** One table, with as many rows as fit. */
export const lookUpTable = async (
  body: OpenBody,
  { id, table: wanted, format }: TableLookUp,
): Promise<CallToolResult | null> => {
  const tables = await tableElementsIn(body, ['result', 'outputs', 'tables'])
  if (tables === null) return null
  const others: string[] = []
  for await (const each of tables) {
    if (each.id !== wanted) {
      others.push(each.id)
      continue
    }
    const { rows, isCut } = fitting(each.rows)
    const shown = {
      markdown: () => ({ mimeType: 'text/markdown', text: each.markdown }),
      csv: () => ({ mimeType: 'text/csv', text: rows.map(csvLine).join('\r\n') }),
      json: () => ({ mimeType: 'application/json', text: JSON.stringify(rows) }),
    }[format]()
    return documentAnswer(
      { summary: `Table ${wanted} of page ${each.page}.`, uri: `polyparse://jobs/${id}/tables#${wanted}`, ...shown },
      { page: each.page, rows, is_cut: isCut || shown.text.length > maxCharacters },
    )
  }
  throw new ToolError(`There is no table ${wanted}; there are ${listedTexts(others)}.`)
}

/** The characters that a cell takes besides its text. */
const cellCharacters = 3

/** The first rows that fit into one answer; of a first row that does not fit, its first cells. */
const fitting = (rows: readonly (readonly string[])[]): { readonly rows: string[][]; readonly isCut: boolean } => {
  const kept: string[][] = []
  let left = maxCharacters
  for (const row of rows) {
    const cells: string[] = []
    for (const cell of row) {
      left -= cell.length + cellCharacters
      if (left < 0) return { rows: kept.length === 0 ? [cells] : kept, isCut: true }
      cells.push(cell)
    }
    kept.push(cells)
    left -= cellCharacters
  }
  return { rows: kept, isCut: false }
}
