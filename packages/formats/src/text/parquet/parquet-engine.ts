import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { Document } from '@polyparse/document'
import { type Compressors, parquetMetadata, parquetRead, parquetSchema } from 'hyparquet'
import { decompressLz4, decompressLz4Raw } from 'hyparquet-compressors'
import { EngineFailure } from '@polyparse/engine'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { flowDocument } from '../../flow/document.ts'
import { type FlowCell, maxCells, tableBlock, tableTruncated } from '../../flow/flow.ts'

/** A file of Apache Parquet as one table whose first row has the names of the columns; the first rows of a large one. */
const readParquet = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  const { names, rows, complete } = await readParquetRowsOrFail(bytes)
  if (names.length === 0) throw new EngineFailure('document_empty', 'The document has no columns.')
  const cells = [names, ...rows].flatMap((values, row) =>
    names.map((_, column): FlowCell => ({
      row,
      column,
      rowSpan: 1,
      columnSpan: 1,
      text: textOfParquetValue(values[column]),
      header: row === 0,
    })),
  )
  const table = tableBlock({ rowCount: rows.length + 1, columnCount: names.length, cells })
  return flowDocument([table], { mimeType: request.mediaType }, request, complete ? [] : [tableTruncated()])
}

type ParquetRows = {
  readonly names: readonly string[]
  readonly rows: readonly unknown[][]
  readonly complete: boolean
}

/** The library throws errors of its own at what is damaged. */
const readParquetRowsOrFail = async (bytes: Uint8Array): Promise<ParquetRows> => {
  try {
    return await readRows(Uint8Array.from(bytes).buffer)
  } catch (cause) {
    throw new EngineFailure('document_damaged', 'The document is damaged, or compressed in a way that is not read.', {
      cause,
    })
  }
}

const readRows = async (file: ArrayBuffer): Promise<ParquetRows> => {
  const metadata = parquetMetadata(file)
  const names = parquetSchema(metadata).children.map(({ element }) => element.name)
  const most = Math.max(0, Math.floor(maxCells / Math.max(1, names.length)) - 1)
  const rowEnd = Math.min(Number(metadata.num_rows), most)
  let rows: unknown[][] = []
  await parquetRead({
    file,
    metadata,
    compressors,
    rowEnd,
    onComplete: (found) => {
      rows = found.map((row) => Object.values(row))
    },
  })
  return { names, rows, complete: rowEnd === Number(metadata.num_rows) }
}

/** Snappy and uncompressed pages are read by the library itself. */
const compressors: Compressors = {
  GZIP: (input, length) => gunzipSync(input, { maxOutputLength: Math.max(1, length) }),
  BROTLI: (input, length) => brotliDecompressSync(input, { maxOutputLength: Math.max(1, length) }),
  LZ4: decompressLz4,
  LZ4_RAW: decompressLz4Raw,
  ZSTD: (input, length) => zstdDecompressSync(input, { maxOutputLength: Math.max(1, length) }),
}

const textOfParquetValue = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex')
  if (typeof value === 'string') return value.replaceAll('\0', '').trim()
  if (typeof value === 'object')
    return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
  return typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean' ? String(value) : ''
}

export const parquetEngine: Engine = { warmUp: async () => {}, read: readParquet }
