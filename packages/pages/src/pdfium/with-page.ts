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
  if (known !== undefined) return use(known.page, known.facts)
  const page = pdfium.FPDF_LoadPage(document, number - 1)
  if (page === 0) return null
  let isKept = false
  try {
    const facts = readPageFacts(pdfium, document, page)
    isKept = pages?.keep(number, { page, facts }) === true
    return use(page, facts)
  } finally {
    if (!isKept) pdfium.FPDF_ClosePage(page)
  }
}
