import type { WorkBook } from '#xlsx'
import type { Attachment, Document, Warning } from '@polyparse/document'
import { openArchive, repack } from '../../archive/archive.ts'
import { isCompoundFile, openCompoundFile } from '../../compound/compound-file.ts'
import { embeddedObjects } from '../embedded-objects.ts'
import { summaryOfFile } from '../../compound/summary.ts'
import { decryptPackage } from '../../encryption/decrypt-package.ts'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { flowPages } from '../../flow/document.ts'
import { type FlowBlock, type FlowPage, tableTruncated } from '../../flow/flow.ts'
import { selectPages } from '@polyparse/engine'
import { isMarkupFile } from '../office-text.ts'
import { hiddenCells, hiddenPage, unlessDamaged, unreadComments, unreadControls, unreadParts } from '../omitted.ts'
import type { KnownMetadata } from '../../known-metadata.ts'
import { packageMetadata } from '../package/properties.ts'
import { sheetBlocks } from '../sheet/sheet-blocks.ts'
import { createCellFormats } from '../spreadsheet/format-number.ts'
import { builtInFormat } from '../spreadsheet/built-in-formats.ts'
import { cellBudget } from '../spreadsheet/read-sheet.ts'
import { binaryCells, textOfBinaryWorkbookCell } from './cells.ts'
import { decryptRecords } from './decrypt-records.ts'
import { factsOf, isImpossiblePart } from './records.ts'
import { struckStretchesOfParts } from './struck-parts.ts'
import { struckStretchesOfRecords } from './struck-records.ts'
import type { StruckStretches } from './struck-stretches.ts'
import { type BinaryControl, binaryControls, withControls } from './workbook-controls.ts'

/** The bytes for the library, and what they hold that it does not read. */
type BinaryWorkbookSource = {
  /** A `Buffer`, because the library decodes texts of other arrays letter by letter, in up to forty times the memory. */
  readonly bytes: Buffer
  readonly unread: number
  readonly metadata: KnownMetadata
  readonly embedded?: readonly Attachment[]
  readonly controls?: readonly BinaryControl[]
  readonly struck?: StruckStretches
}

/** Workbooks in the binary formats of Excel (XLS, XLSB), by a library: sheets are pages, cells are read as shown. */
const readBinaryWorkbook = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  const source = sourceOf(bytes, request.password)
  const workbook = await parseBinaryWorkbook(source.bytes)
  const since1904 = workbook.Workbook?.WBProps?.date1904 === true
  const { numbers, warnings: missing } = selectPages(request, workbook.SheetNames.length)
  const warnings: Warning[] = [...missing, ...unreadParts(source.unread)]
  const budget = cellBudget()
  const cellFormats = createCellFormats()
  const shown = { cellFormats, since1904, isEachFormatted: workbook.bookType === 'xlsb' }
  const findEntry = (sheet: number, row: number, column: number): string => {
    const cell = workbook.Sheets[workbook.SheetNames[sheet] ?? '']?.['!data']?.[row]?.[column]
    return cell === undefined ? '' : textOfBinaryWorkbookCell(cell, shown)
  }
  const { struck = () => [] } = source
  const controls = Map.groupBy(source.controls ?? [], ({ sheet }) => sheet)
  const pages = numbers.map((number): FlowPage => {
    const name = workbook.SheetNames[number - 1] ?? ''
    if ((workbook.Workbook?.Sheets?.[number - 1]?.Hidden ?? 0) !== 0) {
      warnings.push(hiddenPage('xlsx', number))
      return { number, blocks: [] }
    }
    const heading: FlowBlock[] = name === '' ? [] : [{ type: 'heading', level: 1, text: name }]
    const sheet = workbook.Sheets[name]
    if (sheet === undefined) return { number, blocks: heading }
    const {
      cells: written,
      hidden,
      comments,
      complete,
    } = binaryCells(sheet, { ...shown, struck: (row, column) => struck(number - 1, row, column) }, budget)
    const { cells, blocks, unread } = withControls(written, controls.get(number - 1) ?? [], findEntry)
    if (hidden > 0) warnings.push(hiddenCells(hidden, number))
    if (!complete) warnings.push(tableTruncated(number))
    warnings.push(...unreadComments(comments, number), ...unreadControls(unread, number))
    return { number, blocks: [...heading, ...sheetBlocks(cells), ...blocks] }
  })
  warnings.push(...cellFormats.warnings())
  const metadata = { mimeType: request.mediaType, ...source.metadata }
  const { embedded = [] } = source
  const beside = embedded.length > 0 ? { attachments: embedded } : {}
  return flowPages({ pages, pageCount: workbook.SheetNames.length, metadata, warnings, ...beside }, request)
}

const sourceOf = (bytes: Uint8Array, password: string | null): BinaryWorkbookSource => {
  if (isMarkupFile(bytes)) return fromMarkup(bytes)
  if (isCompoundFile(bytes)) return fromCompoundFile(bytes, password)
  return bytes[0] === firstByteOfSheet ? fromRecords(Buffer.from(bytes), password) : fromArchive(bytes)
}

/** The last row of a sheet, and the rows and columns over which cells may reach together in a workbook in XML. */
const placeLimits = { row: 1_048_576, reached: 4_000_000 }

/** The XML of Office 2003, in which the library goes through all places over which cells and columns reach. */
const fromMarkup = (bytes: Uint8Array): BinaryWorkbookSource => {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let reached = 0
  for (const [, name, count] of source
    .toString('latin1')
    .matchAll(/\b(Span|Index|MergeAcross|MergeDown)\s{0,9}=\s{0,9}["']?\s{0,9}(\d+)/g)) {
    if (Number(count) > placeLimits.row) throw damagedWorkbook()
    if (name !== 'Index') reached += Number(count)
  }
  if (reached > placeLimits.reached) throw damagedWorkbook()
  return { bytes: source, unread: 0, metadata: {} }
}

/** The library is handed the stream of the workbook alone, because it does not bound what it follows in the file. */
const fromCompoundFile = (bytes: Uint8Array, password: string | null): BinaryWorkbookSource => {
  const root = openCompoundFile(bytes)
  const decrypted = decryptPackage(root, password)
  if (decrypted !== null) return fromArchive(decrypted)
  const stream = root.stream('Workbook') ?? root.stream('Book')
  if (stream === null) throw damagedWorkbook()
  const records = fromRecords(stream, password)
  const controls = binaryControls(
    stream,
    unlessDamaged(() => root.stream('Ctls')),
  )
  return { ...records, metadata: summaryOfFile(root), embedded: embeddedObjects(root), controls }
}

/** Files of Excel 2 to 4 are their records alone, and begin with that of a sheet or a workbook. */
const firstByteOfSheet = 0x09

const fromRecords = (stream: Buffer, password: string | null): BinaryWorkbookSource => {
  decryptRecords(stream, password)
  const { charts, pictures } = factsOf(stream)
  return { bytes: stream, unread: charts + pictures, metadata: {}, struck: struckStretchesOfRecords(stream) }
}

const fromArchive = (bytes: Uint8Array): BinaryWorkbookSource => {
  const whole = openArchive(bytes)
  const names = whole.names.filter((name) => !hasNoRecords.test(name))
  const read = (name: string): Buffer | null => {
    const part = whole.read(name)
    // The library lists every column of a range, reads texts beyond their records, and tells the binary parts by this ending.
    if (name.endsWith('.bin') && isImpossiblePart(part)) throw damagedWorkbook()
    return part
  }
  const unread = whole.names.filter((name) => /^xl\/(?:media|charts)\/[^/]*$/i.test(name)).length
  return {
    bytes: repack({ names, read }),
    unread,
    metadata: packageMetadata(whole),
    struck: struckStretchesOfParts(whole),
  }
}

/** Binary parts that are no records, in which any bytes may look like one: the library gets none of them. */
const hasNoRecords = /(?:^|\/)(?:(?:printerSettings|embeddings|activeX)\/.*|vbaProject)\.bin$/i

const parseBinaryWorkbook = async (bytes: Buffer): Promise<WorkBook> => {
  const { read: readWorkbook, set_cptable: setCodePages, SSF: formats } = await import('#xlsx')
  // Texts of Excel 95 would be read without them as if they were all Western.
  setCodePages(await import('#xlsx-code-pages'))
  const table = formatTableOf(formats)
  const before = { ...table }
  Object.assign(table, formatsOfNumbers)
  try {
    return readWorkbook(bytes, {
      type: 'buffer',
      dense: true,
      cellNF: true,
      cellStyles: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
    })
  } catch (error) {
    throw damagedWorkbook(error)
  } finally {
    for (const id of Object.keys(table)) delete table[Number(id)]
    Object.assign(table, before)
  }
}

/**
 * The library keeps formats from one XLS to the next, and knows few of those that are built in. What has none is a text that is no
 * code, so that values in it are counted.
 */
const formatsOfNumbers = Object.fromEntries(Array.from({ length: 0x188 }, (_, id) => [id, builtInFormat(id) ?? '']))

/** The codes by number with which the library reads; its types leave them out. */
const formatTableOf = ({ get_table: tableOf }: { readonly get_table: () => Record<number, string> }) => tableOf()

const damagedWorkbook = (cause?: unknown): EngineFailure =>
  new EngineFailure('document_damaged', 'The document is damaged: its workbook cannot be read.', { cause })

export const workbookEngine: Engine = { warmUp: async () => {}, read: readBinaryWorkbook }
