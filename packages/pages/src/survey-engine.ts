import { numbersTo } from '@polyparse/document'
import type { Document, Page } from '@polyparse/document'
import type { Engine, EngineRequest } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { openImage } from '@polyparse/engine/images'
import { resolutionOf } from './ocr/image-source.ts'
import { loadPdfium, type Pdfium } from './pdfium/library.ts'
import { readMetadata } from './pdfium/metadata.ts'
import { openPdf, type OpenPdf } from './pdfium/open-pdf.ts'
import { readOutline } from './pdfium/outline.ts'

/**
 * What is known about a PDF or an image without reading it: the number and sizes of its pages, whatever
 * pages are requested. The pages have no blocks; a damaged one has no size.
 */
const surveyDocument = async (bytes: Uint8Array, { mediaType, password }: EngineRequest): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  return mediaType === 'application/pdf' ? surveyPdf(bytes, password) : surveyImage(bytes)
}

const surveyPdf = async (bytes: Uint8Array, password: string | null): Promise<Document> => {
  const pdfium = await loadPdfium()
  const pdf = openPdf(pdfium, bytes, password)
  try {
    const pages = numbersTo(pdf.pageCount).map((number) => pdfPage(pdfium, pdf, number))
    const { entries: outline, warnings } = readOutline(pdfium, pdf)
    return { ...emptySurveyContent, metadata: readMetadata(pdfium, pdf), outline, warnings, pages }
  } finally {
    pdf.close()
  }
}

const pdfPage = (pdfium: Pdfium, { document }: OpenPdf, number: number): Page => {
  const page = pdfium.FPDF_LoadPage(document, number - 1)
  if (page === 0) return { number, width: null, height: null, rotation: 0, blocks: [] }
  try {
    const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
    const rotation = pdfPageRotations[pdfium.FPDFPage_GetRotation(page) & 3] ?? 0
    return { number, width, height, rotation, blocks: [] }
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

const pdfPageRotations = [0, 90, 180, 270] as const

const surveyImage = async (bytes: Uint8Array): Promise<Document> => {
  const image = openImage(bytes)
  const pages: Page[] = []
  for (const number of numbersTo(image.frameCount)) {
    const { raster, dpi: stated } = await image.frame(number - 1)
    const points = 72 / resolutionOf(raster, stated)
    const size = { width: raster.width * points, height: raster.height * points }
    pages.push({ number, ...size, rotation: 0, blocks: [] })
  }
  return {
    ...emptySurveyContent,
    metadata: { mimeType: image.mimeType, documentPageCount: image.frameCount },
    outline: [],
    pages,
  }
}

const emptySurveyContent = { tables: [], pictures: [], warnings: [] } as const

export const surveyEngine: Engine = {
  warmUp: async () => {
    await loadPdfium()
  },
  read: surveyDocument,
}
