import type { OpenPdf } from './kept-pdfs.ts'
import type { Pdfium } from './library.ts'
import { type PageFacts, readPageFacts } from './page-facts.ts'

/** Opens a page, passes its facts to `use` and closes it unless it is kept; null when PDFium cannot load it. */
export const withPage = <Value>(
  pdfium: Pdfium,
  { document, pages }: OpenPdf,
  number: number,
  use: (page: number, facts: PageFacts) => Value,
): Value | null => {
  const known = pages?.find(number)
  const page = known?.page ?? pdfium.FPDF_LoadPage(document, number - 1)
  if (page === 0) return null
  try {
    const facts = known?.facts ?? readPageFacts(pdfium, document, page)
    if (known === undefined) pages?.keep(number, { page, facts })
    return use(page, facts)
  } finally {
    if (pages?.find(number)?.page !== page) pdfium.FPDF_ClosePage(page)
  }
}
