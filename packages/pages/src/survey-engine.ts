import { numbersTo } from '@polyparse/document'
import type { Engine, EngineRequest, SurveyResult } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { openImage } from '@polyparse/engine/images'
import { resolutionOf } from './ocr/image-source.ts'
import { loadPdfium, type Pdfium } from './pdfium/library.ts'
import { readMetadata } from './pdfium/metadata.ts'
import type { OpenPdf } from './pdfium/kept-pdfs.ts'
import { openPdf } from './pdfium/open-pdf.ts'
import { readOutline } from './pdfium/outline.ts'
import { rotationOfPdfPage } from './pdfium/page-rotation.ts'

type PageSize = SurveyResult['pages'][number]

const surveyDocument = async (bytes: Uint8Array, { mediaType, password }: EngineRequest): Promise<SurveyResult> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  return mediaType === 'application/pdf' ? surveyPdf(bytes, password) : surveyImage(bytes)
}

const surveyPdf = async (bytes: Uint8Array, password: string | null): Promise<SurveyResult> => {
  const pdfium = await loadPdfium()
  const pdf = openPdf(pdfium, bytes, password)
  try {
    const pages = numbersTo(pdf.pageCount).map((number) => pdfPage(pdfium, pdf, number))
    const { entries: outline, warnings } = readOutline(pdfium, pdf)
    return { metadata: readMetadata(pdfium, pdf), outline, warnings, pages }
  } finally {
    pdf.close()
  }
}

const pdfPage = (pdfium: Pdfium, { document }: OpenPdf, number: number): PageSize => {
  const page = pdfium.FPDF_LoadPage(document, number - 1)
  if (page === 0) return { number, width: null, height: null, rotation: 0 }
  try {
    const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
    const rotation = rotationOfPdfPage(pdfium, page)
    return { number, width, height, rotation }
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

const surveyImage = async (bytes: Uint8Array): Promise<SurveyResult> => {
  const image = openImage(bytes)
  const pages: PageSize[] = []
  for (const number of numbersTo(image.frameCount)) {
    const { size, dpi: stated } = await image.frame(number - 1, () => 0)
    const points = 72 / resolutionOf(size, stated)
    pages.push({ number, width: size.width * points, height: size.height * points, rotation: 0 })
  }
  return {
    metadata: { mimeType: image.mimeType, documentPageCount: image.frameCount },
    outline: [],
    warnings: [],
    pages,
  }
}

export const surveyEngine: Engine<SurveyResult> = {
  warmUp: async () => {
    await loadPdfium()
  },
  read: surveyDocument,
}
