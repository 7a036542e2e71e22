import { Readable } from 'node:stream'
import type { Document, Warning } from '@polyparse/document'
import { parse } from 'csv-parse'
import { decodeText } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import { type FlowCell, maxCells, tableBlock, tableTruncated } from '../../flow/flow.ts'
import { maxOf } from '@polyparse/engine'

/** Text of fields as one table whose first row is the header. Rows may differ in length. */
const readCsv = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const warnings: Warning[] = []
  const text = decodeText(bytes, { charset: request.charset, warnings }).replace(/^\uFEFF/, '')
  if (text.trim() === '') throw new EngineFailure('document_empty', 'The document has no text.')
  const { rows, complete } = await readRows(text, sniffDelimiter(text, request.mediaType))
  const cells = rows.flatMap((fields, row) =>
    fields.map((field, column): FlowCell => ({
      row,
      column,
      rowSpan: 1,
      columnSpan: 1,
      text: field.trim(),
      header: row === 0 && rows.length > 1,
    })),
  )
  const columnCount = rows.reduce((max, { length }) => Math.max(max, length), 0)
  const table = tableBlock({ rowCount: rows.length, columnCount, cells })
  if (!complete) warnings.push(tableTruncated())
  return flowDocument([table], { mimeType: request.mediaType }, request, warnings)
}

type CsvRows = { readonly rows: readonly (readonly string[])[]; readonly complete: boolean }

/** Rows until a table has as many places as are allowed; the rest is not parsed. */
const readRows = async (text: string, delimiter: string): Promise<CsvRows> => {
  const rows: string[][] = []
  let columns = 0
  const records = parse({ delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true })
  const source = Readable.from(chunksOfCsvText(text.replace(/^sep=.\r?\n/i, '')))
  source.pipe(records)
  try {
    for await (const record of records) {
      const fields = fieldsOfCsvRecord(record)
      columns = Math.max(columns, fields.length)
      if ((rows.length + 1) * columns > maxCells) return { rows, complete: false }
      rows.push(fields)
    }
  } catch (error) {
    // A quote that is never closed: the rows before it have been read, the rest is text in lines.
    if (!(error instanceof Error && 'code' in error && error.code === 'CSV_QUOTE_NOT_CLOSED')) throw error
    return withoutQuotes(text, delimiter)
  } finally {
    source.destroy()
  }
  return { rows, complete: true }
}

const fieldsOfCsvRecord = (record: unknown): string[] => (Array.isArray(record) ? record.map(String) : [])

const chunkCharacters = 64 * 1024

function* chunksOfCsvText(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += chunkCharacters) yield text.slice(at, at + chunkCharacters)
}

/** Parses rows with quotes as ordinary characters, for text in which they do not pair up. */
const withoutQuotes = (text: string, delimiter: string): CsvRows => {
  const rows: string[][] = []
  let columns = 0
  for (const line of text.split(/\r\n?|\n/).filter((one) => one !== '')) {
    const fields = line.split(delimiter)
    columns = Math.max(columns, fields.length)
    if ((rows.length + 1) * columns > maxCells) return { rows, complete: false }
    rows.push(fields)
  }
  return { rows, complete: true }
}

export const csvEngine: Engine = { warmUp: async () => {}, read: readCsv }

const delimiters = ['\t', ';', '|', ','] as const

/** Lines that are compared. */
const maxDelimiterSampleLines = 50
const headCharacters = 64 * 1024

/**
 * The delimiter of the fields: the one of the first line (`sep=;`, as Excel writes it), else the one that is equally
 * often in the most lines. A comma comes last, because it is in numbers and sentences too.
 */
const sniffDelimiter = (text: string, mediaType: string): string => {
  const said = /^sep=(.)\r?\n/i.exec(text)?.[1]
  if (said !== undefined) return said
  const lines = text
    .slice(0, headCharacters)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, maxDelimiterSampleLines)
  const preferred = mediaType === 'text/tab-separated-values' ? '\t' : ','
  let best = { delimiter: preferred, lines: 0 }
  for (const delimiter of delimiters) {
    const agreeing = evenLines(lines.map((line) => line.split(delimiter).length))
    if (agreeing > best.lines) best = { delimiter, lines: agreeing }
  }
  return best.delimiter
}

/** Counts how many lines have the most frequent number of fields above one. */
const evenLines = (fields: readonly number[]): number => {
  const counts = new Map<number, number>()
  for (const count of fields.filter((one) => one > 1)) counts.set(count, (counts.get(count) ?? 0) + 1)
  return maxOf(counts.values(), 0)
}
