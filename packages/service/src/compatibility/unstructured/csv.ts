import { csvLine } from '@polyparse/document/csv'
import type { UnstructuredElement } from './elements.ts'

const unstructuredCsvColumns = ['type', 'element_id', 'text'] as const
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
export const elementsAsCsv = (elements: readonly UnstructuredElement[]): string =>
  [
    [...unstructuredCsvColumns, ...metadataColumns],
    ...elements.map((element) => [
      ...unstructuredCsvColumns.map((name) => element[name]),
      ...metadataColumns.map((name) => textOfCsvValue(element.metadata[name])),
    ]),
  ]
    .map((row) => `${csvLine(row)}\r\n`)
    .join('')

const textOfCsvValue = (value: unknown): string =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
