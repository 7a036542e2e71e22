import type { OfficeContentNode, OfficeMetadata, OfficeParserAST, SupportedFileType } from '#officeparser'
import type { Document, Metadata, Warning } from '@polyparse/document'
import { type Archive, openOfficeArchive, repack } from '../../archive/archive.ts'
import { decryptedOpenDocument } from '../../encryption/open-document.ts'
import { EngineFailure } from '../../engine-failure.ts'
import type { Engine, EngineRequest } from '../../engine.ts'
import { holding } from '../../flow/content.ts'
import { flowPages } from '../../flow/document.ts'
import { type FlowBlock, type FlowPage, flowText } from '../../flow/flow.ts'
import { selectPages } from '../../select-pages.ts'
import { hiddenPage, unreadComments } from '../omitted.ts'
import { officeMediaTypes } from '../media-types.ts'
import { createNotes } from '../../flow/notes.ts'
import { hiddenPages } from '../opendocument/slide.ts'
import { hiddenSlides } from '../presentation/slides.ts'
import { sheetBlocks } from '../sheet/sheet-blocks.ts'
import type { SheetCell } from '../sheet/sheet-cell.ts'
import { blocksOf } from './blocks.ts'
import { commentsIn } from './comments.ts'
import { stretchesOf } from './inline.ts'
import { parseWithLibrary } from './parse.ts'

/** Office documents as officeparser reads them: its tree is used, not its Markdown. */
const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  const fileType = fileTypeOf(request.mediaType)
  const { ready, hidden, comments } =
    fileType === 'rtf' ? { ready: bytes, hidden: noPages, comments: 0 } : unpack(bytes, fileType, request)
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  const tree = await parseWithLibrary(ready, fileType)
  const units = unitsOf(tree)
  const { numbers, warnings } = selectPages(request, units.length)
  const pages = numbers.map((number): FlowPage => {
    const unit = units[number - 1]
    const isLeft = hidden.has(number) && !request.includeHidden
    return { number, blocks: unit === undefined || isLeft ? [] : unit(), hidden: hidden.has(number) }
  })
  const left = numbers
    .filter((number) => hidden.has(number) && !request.includeHidden)
    .map((number): Warning => hiddenPage(fileType, number))
  const metadata = { mimeType: request.mediaType, ...libraryMetadata(tree.metadata) }
  const raw = request.raw ? { raw: { content: tree.content, metadata: tree.metadata } } : {}
  return flowPages(
    { pages, pageCount: units.length, metadata, warnings: [...warnings, ...left, ...unreadComments(comments)], ...raw },
    request,
  )
}

const noPages: ReadonlySet<number> = new Set()

const fileTypeOf = (mediaType: string): SupportedFileType => {
  const found = Object.entries(officeMediaTypes).find(([, mediaTypes]) => mediaTypes.some((one) => one === mediaType))
  const [fileType] = found ?? []
  if (fileType === 'docx' || fileType === 'pptx' || fileType === 'odt' || fileType === 'ods' || fileType === 'odp')
    return fileType
  return 'rtf'
}

/** The bytes for the library, the numbers of the hidden pages, and how many comments there are. */
const unpack = (
  bytes: Uint8Array,
  fileType: SupportedFileType,
  { password }: EngineRequest,
): { readonly ready: Uint8Array; readonly hidden: ReadonlySet<number>; readonly comments: number } => {
  const archive = decryptedOpenDocument(openOfficeArchive(bytes, password), password)
  return { ready: repack(archive), hidden: hiddenIn(archive, fileType), comments: commentsIn(archive) }
}

const hiddenIn = (archive: Archive, fileType: SupportedFileType): ReadonlySet<number> => {
  if (fileType === 'pptx') return hiddenSlides(archive)
  return fileType === 'ods' || fileType === 'odp' ? hiddenPages(archive) : noPages
}

/** How to make the blocks of each page: slides and sheets are pages, anything else is one. */
const unitsOf = ({ content, attachments, auxiliary }: OfficeParserAST): (() => FlowBlock[])[] => {
  const units = content.filter(({ type }) => type === 'slide' || type === 'sheet')
  if (units.length > 0) return units.map((unit) => () => unitBlocks(unit, attachments))
  return [
    () => [
      ...running('page_header', auxiliary?.headers ?? []),
      ...blocksOf(content, attachments),
      ...running('page_footer', auxiliary?.footers ?? []),
    ],
  ]
}

const unitBlocks = (unit: OfficeContentNode, attachments: OfficeParserAST['attachments']): FlowBlock[] => {
  if (unit.type === 'sheet') {
    const pictures = (unit.children ?? []).filter(({ type }) => type === 'image' || type === 'chart')
    return [...sheetNodeBlocks(unit), ...blocksOf(pictures, attachments)]
  }
  const spoken = (unit.notes ?? []).flatMap((note) => blocksOf(note.children ?? [], attachments))
  const notes = spoken.filter(({ text }) => text !== '' && !/^[‹<](?:#|number)[›>]$/.test(text))
  return [
    ...blocksOf(unit.children ?? [], attachments),
    ...(notes.length > 0 ? [holding({ type: 'note' }, notes)] : []),
  ]
}

/** Headers and footers, each text once. */
const running = (type: 'page_header' | 'page_footer', nodes: readonly OfficeContentNode[]): FlowBlock[] => {
  const texts = blocksOf(nodes, []).map(({ text }) => text)
  return [...new Set(texts)].map((text) => ({ type, text }))
}

/** Nothing is loaded beforehand: the library takes 0.2 s to load, and many services never read an office document. */
export const libraryEngine: Engine = { warmUp: async () => {}, read }

type Known = Omit<Metadata, 'mimeType' | 'documentPageCount'>

/** The document's metadata as far as the library found it. */
const libraryMetadata = (metadata: OfficeMetadata): Known => {
  const native = metadata.nativeProperties ?? {}
  const texts = {
    title: metadata.title,
    author: metadata.author ?? native['meta:initial-creator'],
    subject: metadata.subject,
    keywords: metadata.keywords,
    language: metadata.language ?? native['dc:language'],
    createdAt: metadata.created,
    modifiedAt: metadata.modified,
    producer: native['Application'] ?? native['meta:generator'],
  }
  return Object.fromEntries(Object.entries(texts).flatMap(([name, value]) => entry(name, value)))
}

const entry = (name: string, value: unknown): [string, string][] => {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? [] : [[name, value.toISOString()]]
  return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()]] : []
}

/** The cells of a sheet node as tables under the name of the sheet. */
const sheetNodeBlocks = (sheet: OfficeContentNode & { type: 'sheet' }): FlowBlock[] => {
  const cells = (sheet.children ?? []).flatMap((row) => (row.children ?? []).flatMap(cellOf))
  const blocks = sheetBlocks(cells)
  const name = sheet.metadata?.sheetName ?? ''
  return name === '' ? blocks : [{ type: 'heading', level: 1, text: name }, ...blocks]
}

const cellOf = (node: OfficeContentNode): SheetCell[] => {
  if (node.type !== 'cell' || node.metadata === undefined) return []
  const { row, col, rowSpan = 1, colSpan = 1 } = node.metadata
  const lines = (node.children ?? []).map((child) => flowText(stretchesOf(child, createNotes())).text)
  const text = lines.filter((line) => line !== '').join('\n')
  return [{ row, column: col, rowSpan, columnSpan: colSpan, text }]
}
