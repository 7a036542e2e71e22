import type { Pdfium } from '../pdfium/library.ts'
import { readMetadata } from '../pdfium/metadata.ts'
import type { OpenPdf } from '../pdfium/kept-pdfs.ts'
import { openPdf } from '../pdfium/open-pdf.ts'
import { readOutline } from '../pdfium/outline.ts'
import { rotationOfPdfPage } from '../pdfium/page-rotation.ts'
import { renderPage } from '../pdfium/raster.ts'
import { unreadText } from '../pdfium/text-layer.ts'
import type { PageSource, SourcePage } from './page-source.ts'
import { recognitionLimits, resolution } from './parameters.ts'

/** The pages of a PDF as PDFium draws them. The caller has loaded PDFium, and closes the source. */
export const openPdfSource = (
  pdfium: Pdfium,
  bytes: Uint8Array,
  { password, dpi }: { readonly password: string | null; readonly dpi: number },
): PageSource => {
  const pdf = openPdf(pdfium, bytes, password)
  return {
    metadata: readMetadata(pdfium, pdf),
    outline: readOutline(pdfium, pdf),
    warnings: [],
    pageCount: pdf.pageCount,
    page: async (number) => drawPage(pdfium, pdf, number, dpi),
    unread: (number) => unreadText(pdfium, pdf, number),
    close: () => pdf.close(),
  }
}

/** One page of an open PDF as an image, or null when PDFium cannot load or draw it. */
export const drawPage = (
  pdfium: Pdfium,
  { document }: OpenPdf,
  number: number,
  wantedDpi: number,
): SourcePage | null => {
  const onPage = <Value>(use: (page: number) => Value): Value | null => {
    const page = pdfium.FPDF_LoadPage(document, number - 1)
    if (page === 0) return null
    try {
      return use(page)
    } finally {
      pdfium.FPDF_ClosePage(page)
    }
  }
  return onPage((page) => {
    const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
    const inches = (width / 72) * (height / 72)
    const wanted = isSmallPdfPage(width, height) ? wantedDpi * resolution.smallPageFactor : wantedDpi
    const { maxPixels, maxSide } = recognitionLimits
    const max = Math.min(Math.sqrt(maxPixels / inches), (maxSide * 72) / Math.max(width, height))
    const dpi = Math.min(wanted, Math.floor(max))
    const raster = dpi >= resolution.minDpi ? renderPage(pdfium, page, { dpi, channels: 1 }) : null
    if (raster === null) return null
    const rotation = rotationOfPdfPage(pdfium, page)
    return {
      width,
      height,
      rotation,
      raster,
      dpi,
      isPdfPage: true,
      crop: (part) => onPage((again) => renderPage(pdfium, again, { dpi, channels: 3, part })),
    }
  })
}

/** Tells whether a page is smaller than anything is printed for reading, so that its print is small as well. */
const isSmallPdfPage = (width: number, height: number): boolean =>
  Math.max(width, height) < resolution.smallPageInches * 72
