import { defaultRequest, type Engine, type EngineRequest } from '../../engine.ts'
import { pictureBudget } from './place-pictures.ts'
import { readPage } from './read-page.ts'
import { type PageRead, readPdf, smallPdf } from './read-pdf.ts'
import { recognized } from './recognize.ts'
import { type Parsed, parsePages } from './regions/parse-pages.ts'

/**
 * PDF with a text layer. Two libraries share the work: the layout library says which words form which paragraphs, lists
 * and tables, PDFium how they are drawn (styles, hidden text, links), and what else there is (pictures, outline). The
 * passes complete the document.
 */
const read: Engine['read'] = (bytes, request, onPage) =>
  readPdf(bytes, request, async ({ pdfium, pdf, form, numbers }) => {
    const budget = pictureBudget()
    const pages: (PageRead | null)[] = []
    for await (const [number, parsed] of parsedPages(bytes, numbers, request)) {
      onPage?.(number)
      const page = readPage(pdfium, pdf, { number, parsed, request, budget, form })
      pages.push(page?.isUnread === true ? await recognized(pdfium, pdf, page, request) : page)
      onPage?.(null)
    }
    return pages
  })

/** The layout library's result for each page; null where it would not be used. */
const parsedPages = (
  bytes: Uint8Array,
  numbers: readonly number[],
  { password, forceRecognition }: EngineRequest,
):
  | AsyncIterable<readonly [number: number, parsed: Parsed | null]>
  | Iterable<readonly [number: number, parsed: null]> =>
  forceRecognition ? numbers.map((number) => [number, null] as const) : parsePages(bytes, { numbers, password })

const warmUp = async (): Promise<void> => {
  await read(smallPdf(), { ...defaultRequest, mediaType: 'application/pdf' })
}

export const pdfEngine: Engine = { warmUp, read }
