import { type Attachment, type Comment, type Document, type Picture, type Warning, warning } from '@polyparse/document'
import { EngineFailure } from '@polyparse/engine'
import type { EngineRequest } from '@polyparse/engine'
import type { Draft, DraftPage } from '../paged/draft.ts'
import { finishDocument } from '../paged/finish-document.ts'
import { selectPages } from '@polyparse/engine'
import { countCharacters } from './completeness.ts'
import { readAttachments } from '../pdfium/attachments.ts'
import { type PdfForm, openForm } from '../pdfium/form-fields.ts'
import { loadPdfium, type Pdfium } from '../pdfium/library.ts'
import { readMetadata } from '../pdfium/metadata.ts'
import type { OpenPdf } from '../pdfium/kept-pdfs.ts'
import { damaged, openPdf } from '../pdfium/open-pdf.ts'
import { type Outline, readOutline } from '../pdfium/outline.ts'
import { unreadText } from '../pdfium/text-layer.ts'

/** An open document, and the pages to read. */
export type PdfToRead = {
  readonly pdfium: Pdfium
  readonly pdf: OpenPdf
  readonly form: PdfForm | null
  readonly numbers: readonly number[]
  readonly outline: Outline
}

/** The result of one way of reading a page. */
export type PageRead = {
  readonly page: DraftPage
  readonly pictures: readonly Picture[]
  readonly warnings: readonly Warning[]
  /** True if it has no objects, as far as PDFium can read it. */
  readonly isBlank: boolean
  /** The files that are attached to the page. */
  readonly attachments?: readonly Attachment[]
  /** The remarks of people beside the text of the page. */
  readonly comments?: readonly Comment[]
  /** The intermediate data of the page, if the request asks for it. */
  readonly raw: unknown
}

/**
 * Does what all ways of reading a PDF by its text layer share: opening and closing, the selection of pages, and everything
 * that follows when they have been read. `readPages` returns a result for each number in order, null for a damaged
 * page.
 * @throws {EngineFailure} when there is nothing to read.
 */
export const readPdf = async (
  bytes: Uint8Array,
  request: EngineRequest,
  readPages: (toRead: PdfToRead) => Promise<readonly (PageRead | null)[]>,
): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  if (!hasSignature(bytes)) throw damaged()
  const pdfium = await loadPdfium()
  const pdf = openPdf(pdfium, bytes, request.password)
  const form = openForm(pdfium, pdf.document)
  try {
    const { numbers, warnings } = selectPages(request, pdf.pageCount)
    const outline = readOutline(pdfium, pdf)
    const read = await readPages({ pdfium, pdf, form, numbers, outline })
    const pages = read.filter((page) => page !== null)
    if (pages.length === 0) throw damaged()
    const blank = isBrotli(bytes) ? pages.filter(({ isBlank }) => isBlank) : []
    const attachments = [...readAttachments(pdfium, pdf), ...pages.flatMap((page) => page.attachments ?? [])]
    const draft: Draft = {
      metadata: readMetadata(pdfium, pdf),
      outline: outline.entries,
      pages: pages.map(({ page }) => page),
      pictures: pages.flatMap(({ pictures }) => pictures),
      warnings: [
        ...warnings,
        ...outline.warnings,
        ...numbers.filter((_, index) => read[index] === null).map(pageDamaged),
        ...(attachments.length > 0 ? [attachmentsUnread(attachments)] : []),
        ...blank.map(({ page }) => notDecompressed(page.number)),
        ...pages.flatMap((page) => page.warnings),
        ...pages.filter(isUnexplained).flatMap(({ page }) => unreadText(pdfium, pdf, page.number) ?? []),
      ],
    }
    const finished = finishDocument(draft, request, { raw: pages.map(({ raw }) => raw) })
    const comments = pages.flatMap((page) => page.comments ?? [])
    return {
      ...finished,
      ...(attachments.length > 0 && { attachments }),
      ...(comments.length > 0 && { comments }),
    }
  } finally {
    form?.close()
    pdf.close()
  }
}

const attachmentsUnread = (attachments: readonly Attachment[]): Warning => {
  const names = attachments.slice(0, maxNamedAttachments).map(({ name }) => name || 'one without a name')
  const more = attachments.length > names.length ? ` and ${attachments.length - names.length} more` : ''
  return warning('content_omitted', `The document has attached files, which are not read: ${names.join(', ')}${more}.`)
}

const maxNamedAttachments = 5

/** Tells whether a page came out empty without a warning. */
const isUnexplained = ({ page, warnings }: PageRead): boolean =>
  warnings.length === 0 && countCharacters(page.blocks) === 0

/** The signature may be preceded by anything, within the first kilobyte, as readers have always allowed. */
const hasSignature = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF')

/** A page in a compression that PDFium does not know comes out blank. */
const isBrotli = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/BrotliDecode')

const notDecompressed = (page: number): Warning =>
  warning(
    'page_without_text',
    `Page ${page} is blank because the document uses an unsupported compression (Brotli).`,
    page,
  )

const pageDamaged = (page: number): Warning =>
  warning('page_damaged', `Page ${page} is damaged and could not be read.`, page)

/** A PDF of one page with a few words: reading it loads everything that the first real document would wait for. */
export const smallPdf = (): Uint8Array => {
  const text = 'BT /F 12 Tf 20 20 Td (Ready to read) Tj ET'
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>',
    `<</Length ${text.length}>>stream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj${object}endobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(
    `${file}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF`,
  )
}
