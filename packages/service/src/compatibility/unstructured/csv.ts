import { csvLine } from '@polyparse/document/csv'
import type { Element } from './elements.ts'

const columns = ['type', 'element_id', 'text'] as const
const metadataColumns = [
  'filename',
  'filetype',
  'page_number',
  'languages',
  'parent_id',
  'category_depth',
  'text_as_html',
  'coordinates',
] as const

/** The elements as a table with a header; lists and objects are JSON. */
export const elementsAsCsv = (elements: readonly Element[]): string =>
  [
    [...columns, ...metadataColumns],
    ...elements.map((element) => [
      ...columns.map((name) => element[name]),
      ...metadataColumns.map((name) => asText(element.metadata[name])),
    ]),
  ]
    .map((row) => `${csvLine(row)}\r\n`)
    .join('')

const asText = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
