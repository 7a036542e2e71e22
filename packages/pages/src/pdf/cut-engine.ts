import { EngineFailure } from '@polyparse/engine'
import type { Engine } from '@polyparse/engine'
import { selectPages } from '@polyparse/engine'
import { cutPdf } from '../pdfium/cut-pdf.ts'
import { loadPdfium } from '../pdfium/library.ts'
import { readMetadata } from '../pdfium/metadata.ts'
import { openPdf } from '../pdfium/open-pdf.ts'

/**
 * Extracts the selected pages as a PDF of their own: the document has no pages, and its `raw` is a `Uint8Array`. It is
 * an engine because opening a hostile document belongs in the sandbox.
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
