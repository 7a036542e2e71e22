import { EngineFailure } from '@polyparse/engine'
import type { CutResult, Engine } from '@polyparse/engine'
import { selectPages } from '@polyparse/engine'
import { cutPdf } from '../pdfium/cut-pdf.ts'
import { loadPdfium } from '../pdfium/library.ts'
import { openPdf } from '../pdfium/open-pdf.ts'

/** Extracts the selected pages. */
export const cutEngine: Engine<CutResult> = {
  warmUp: async () => {
    await loadPdfium()
  },
  read: async (bytes, { pages, maxPages, password }) => {
    if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
    const pdfium = await loadPdfium()
    const pdf = openPdf(pdfium, bytes, password)
    try {
      const { numbers, warnings } = selectPages({ pages, maxPages }, pdf.pageCount)
      return { pdf: cutPdf(pdfium, pdf, numbers), warnings }
    } finally {
      pdf.close()
    }
  },
}
