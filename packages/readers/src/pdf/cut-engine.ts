import type { Engine } from '../engine.ts'
import { EngineFailure } from '../engine-failure.ts'
import { cutPdf } from './pdfium/cut-pdf.ts'
import { loadPdfium } from './pdfium/library.ts'
import { readMetadata } from './pdfium/metadata.ts'
import { openPdf } from './pdfium/open-pdf.ts'
import { selectPages } from '../select-pages.ts'

/**
 * Reads nothing: its document has the bytes of a PDF in `raw` (an `Uint8Array`), of the pages that were asked for. Here
 * and not in the service, as a document may have been made to break whoever opens it.
 */
export const cutEngine: Engine = {
  warmUp: async () => {
    await loadPdfium()
  },
  read: async (bytes, { pages, maxPages, password }) => {
    if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
    const pdfium = await loadPdfium()
    const pdf = openPdf(pdfium, bytes, password)
    try {
      const { numbers, warnings } = selectPages({ pages, maxPages }, pdf.pageCount)
      const raw = cutPdf(pdfium, pdf, numbers)
      return { metadata: readMetadata(pdfium, pdf), pages: [], tables: [], pictures: [], outline: [], warnings, raw }
    } finally {
      pdf.close()
    }
  },
}
