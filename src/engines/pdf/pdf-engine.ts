import type { Document, Warning } from '../../document/model.ts'
import { defaultRequest, type Engine, type EngineRequest } from '../engine.ts'
import { EngineFailure } from '../engine-failure.ts'
import { assemble } from '../paged/assemble.ts'
import type { Draft } from '../paged/draft.ts'
import { keepRunningText } from '../paged/keep-running-text.ts'
import { passes } from '../paged/passes/passes.ts'
import { openForm } from '../pdfium/form-fields.ts'
import { loadPdfium } from '../pdfium/library.ts'
import { readMetadata } from '../pdfium/metadata.ts'
import { damaged, openPdf } from '../pdfium/open-pdf.ts'
import { readOutline } from '../pdfium/outline.ts'
import { selectPages } from '../select-pages.ts'
import { parsePages, type Parsed } from './layout/parse-pages.ts'
import { pictureBudget } from './place-pictures.ts'
import { readPage, type PageRead } from './read-page.ts'
import { recognized } from './recognize.ts'
import { smallPdf } from './warm-up.ts'

/**
 * PDF with a text layer. Two libraries share the work: the layout library says which words form which paragraphs, lists
 * and tables, PDFium how they are drawn (styles, hidden text, links), and what else there is (pictures, outline). The
 * passes do the rest.
 */
const read = async (bytes: Uint8Array, request: EngineRequest): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  if (!hasSignature(bytes)) throw damaged()
  const pdfium = await loadPdfium()
  const pdf = openPdf(pdfium, bytes, request.password)
  const form = openForm(pdfium, pdf.document)
  try {
    const { numbers, warnings: missing } = selectPages(request, pdf.pageCount)
    const warnings: Warning[] = [...missing]
    const pages: PageRead[] = []
    const budget = pictureBudget()
    for await (const [number, parsed] of parsedPages(bytes, numbers, request)) {
      const page = readPage(pdfium, pdf, { number, parsed, request, budget, form })
      if (page === null) warnings.push(pageDamaged(number))
      else pages.push(page.isUnread ? await recognized(pdfium, pdf, page, request) : page)
    }
    if (pages.length === 0) throw damaged()
    warnings.push(
      ...pages.filter(({ isBlank }) => isBlank && isBrotli(bytes)).map(({ page }) => notDecompressed(page.number)),
    )
    const draft: Draft = {
      metadata: readMetadata(pdfium, pdf),
      outline: readOutline(pdfium, pdf),
      pages: pages.map(({ page }) => page),
      pictures: pages.flatMap(({ pictures }) => pictures),
      warnings: [...warnings, ...pages.flatMap((page) => page.warnings)],
    }
    const applied = request.keepRunningText ? [...passes, keepRunningText] : passes
    const finished = applied.reduce<Draft>((current, pass) => pass(current), draft)
    return assemble(finished, { words: request.words, raw: request.raw ? pages.map(({ raw }) => raw) : null })
  } finally {
    form?.close()
    pdf.close()
  }
}

/** What the layout library says of each page; nothing where its answer would not be used. */
const parsedPages = (
  bytes: Uint8Array,
  numbers: readonly number[],
  { password, forceRecognition }: EngineRequest,
):
  | AsyncIterable<readonly [number: number, parsed: Parsed | null]>
  | Iterable<readonly [number: number, parsed: null]> =>
  forceRecognition ? numbers.map((number) => [number, null] as const) : parsePages(bytes, { numbers, password })

/** The signature may be preceded by anything, within the first kilobyte, as readers have always allowed. */
const hasSignature = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 1024)).includes('%PDF')

/** A page in a compression that PDFium does not know comes out blank. */
const isBrotli = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('/BrotliDecode')

const notDecompressed = (page: number): Warning => ({
  code: 'page_without_text',
  message: `Page ${page} came out blank; the document uses a compression that cannot be read (Brotli).`,
  page,
})

const pageDamaged = (page: number): Warning => ({
  code: 'page_damaged',
  message: `Page ${page} is damaged and could not be read.`,
  page,
})

const warmUp = async (): Promise<void> => {
  await read(smallPdf(), { ...defaultRequest, mediaType: 'application/pdf' })
}

export const pdfEngine: Engine = { warmUp, read }
