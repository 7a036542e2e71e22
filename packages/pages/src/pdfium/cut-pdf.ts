import type { Pdfium } from './library.ts'
import { withRoom } from './memory.ts'
import type { OpenPdf } from './kept-pdfs.ts'
import { damaged } from './open-pdf.ts'

/**
 * The pages, by their numbers and in this order, as a PDF of their own: with all that is drawn on them, without
 * outline, attachments and password.
 * @throws {EngineFailure} `document_damaged` when one of them cannot be copied.
 */
export const cutPdf = (pdfium: Pdfium, { document }: OpenPdf, pages: readonly number[]): Uint8Array => {
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
