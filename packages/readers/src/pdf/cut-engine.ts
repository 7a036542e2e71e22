import { EngineFailure } from '../engine-failure.ts'
import type { Engine } from '../engine.ts'
import { selectPages } from '../select-pages.ts'
import { loadPdfium, type Pdfium } from './pdfium/library.ts'
import { withRoom } from './pdfium/memory.ts'
import { readMetadata } from './pdfium/metadata.ts'
import { damaged, openPdf, type OpenPdf } from './pdfium/open-pdf.ts'

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

/**
 * The pages, by their numbers and in this order, as a PDF of their own: with all that is drawn on them, without
 * outline, attachments and password.
 */
const cutPdf = (pdfium: Pdfium, { document }: OpenPdf, pages: readonly number[]): Uint8Array => {
  const cut = pdfium.FPDF_CreateNewDocument()
  if (cut === 0) throw new RangeError('PDFium has no memory left')
  try {
    importPages(pdfium, { from: document, to: cut, pages })
    return save(pdfium, cut)
  } finally {
    pdfium.FPDF_CloseDocument(cut)
  }
}

const importPages = (
  pdfium: Pdfium,
  { from, to, pages }: { from: number; to: number; pages: readonly number[] },
): void => {
  const indexes = Int32Array.from(pages, (page) => page - 1)
  const imported = withRoom(pdfium, indexes.byteLength, (pointer) => {
    pdfium.memory().set(new Uint8Array(indexes.buffer), pointer)
    return pdfium.FPDF_ImportPagesByIndex(to, from, pointer, indexes.length, 0)
  })
  // The import may stop half-way where one of the pages is broken.
  if (imported === 0 || pdfium.FPDF_GetPageCount(to) !== pages.length) throw damaged()
}

const save = (pdfium: Pdfium, document: number): Uint8Array => {
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  try {
    if (pdfium.PDFiumExt_SaveAsCopy(document, writer) === 0) throw damaged()
    const size = pdfium.PDFiumExt_GetFileWriterSize(writer)
    return withRoom(pdfium, size, (pointer) => {
      const written = pdfium.PDFiumExt_GetFileWriterData(writer, pointer, size)
      return pdfium.memory().slice(pointer, pointer + written)
    })
  } finally {
    pdfium.PDFiumExt_CloseFileWriter(writer)
  }
}
