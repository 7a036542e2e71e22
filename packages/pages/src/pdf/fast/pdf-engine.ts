import { defaultRequest, type Engine, type EngineRequest } from '@polyparse/engine'
import { numbersTo } from '@polyparse/document'
import { documentLanguages } from '../../ocr/document-languages.ts'
import { textOfBlock } from '../../paged/draft.ts'
import { tellPageRead } from '../../paged/tell-page.ts'
import { cutPdf } from '../../pdfium/cut-pdf.ts'
import { pictureBudget } from '../place-pictures.ts'
import { readPage } from './read-page.ts'
import { type PageRead, type PdfToRead, readPdf, smallPdf } from '../read-pdf.ts'
import { recognized } from '../recognize.ts'
import { type ParsedPages, parsePages } from './regions/parse-pages.ts'

/**
 * PDF with a text layer. Two libraries share the work: the layout library says which words form which paragraphs, lists
 * and tables, PDFium how they are drawn (styles, hidden text, links), and what else there is (pictures, outline). The
 * passes complete the document.
 */
const readFastPdf: Engine['read'] = (bytes, request, listener) =>
  readPdf(bytes, request, async (toRead) => {
    const { pdfium, pdf, form } = toRead
    const budget = pictureBudget()
    const pages: (PageRead | null)[] = []
    const languages = documentLanguages(request.recognition, () =>
      pages.flatMap((read) => read?.page.blocks.map(textOfBlock) ?? []),
    )
    listener?.onProgress({ done: 0, total: toRead.numbers.length })
    for await (const [number, parsed] of parsedPages(bytes, toRead, request)) {
      listener?.onPage(number)
      const page = readPage(pdfium, pdf, { number, parsed, request, budget, form })
      const read = page?.isUnread === true ? await recognized(pdfium, pdf, page, request, languages) : page
      pages.push(read)
      listener?.onPage(null)
      if (read !== null) tellPageRead(listener, request, read)
      listener?.onProgress({ done: pages.length, total: toRead.numbers.length })
    }
    return pages
  })

/** The layout library's result for each page; null where it would not be used. */
const parsedPages = (
  bytes: Uint8Array,
  toRead: PdfToRead,
  { password, forceRecognition }: EngineRequest,
):
  | AsyncIterable<readonly [number: number, parsed: ParsedPages | null]>
  | Iterable<readonly [number: number, parsed: null]> => {
  const { numbers, outline } = toRead
  if (forceRecognition) return numbers.map((number) => [number, null] as const)
  // The layout library goes down the outline by recursion, and its process dies of one that is deep.
  return outline.isComplete
    ? parsePages(bytes, { numbers, password })
    : parsePages(withoutOutline(toRead), { numbers, password: null })
}

const withoutOutline = ({ pdfium, pdf }: PdfToRead): Uint8Array => cutPdf(pdfium, pdf, numbersTo(pdf.pageCount))

const warmUpFastPdfEngine = async (): Promise<void> => {
  await readFastPdf(smallPdf(), { ...defaultRequest, mediaType: 'application/pdf' })
}

export const pdfEngine: Engine = { warmUp: warmUpFastPdfEngine, read: readFastPdf }
