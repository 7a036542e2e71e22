import type { Picture } from '@polyparse/document'
import type { DrawResult, Engine, EngineRequest, ReadListener } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { encodePng } from '@polyparse/engine/images'
import { encodeSmall } from '@polyparse/engine/images'
import { openImage } from '@polyparse/engine/images'
import type { Raster } from '@polyparse/engine/images'
import { resample } from '@polyparse/engine/images'
import { resolutionOf } from './ocr/image-source.ts'
import { recognitionLimits } from './ocr/parameters.ts'
import { loadPdfium, type Pdfium } from './pdfium/library.ts'
import type { OpenPdf } from './pdfium/kept-pdfs.ts'
import { openPdf } from './pdfium/open-pdf.ts'
import { renderPage } from './pdfium/raster.ts'
import { plainText } from './pdfium/text-layer.ts'
import { selectPages } from '@polyparse/engine'

/** Encodes the raster of a page as a file. */
type Encode = (raster: Raster) => Pick<Picture, 'mimeType' | 'data'>

type PageDrawing = DrawResult['pages'][number]

/**
 * Draws the selected pages of a PDF or an image, at the resolution for recognition or as near to it as the limit of pixels
 * allows.
 */
const readWith = async (
  encode: Encode,
  bytes: Uint8Array,
  request: EngineRequest,
  listener?: ReadListener,
): Promise<DrawResult> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  const source =
    request.mediaType === 'application/pdf'
      ? await pdfSource(bytes, request, encode)
      : imageSource(bytes, request, encode)
  try {
    const { numbers, warnings } = selectPages(request, source.pageCount)
    const pages: PageDrawing[] = []
    for (const number of numbers) {
      listener?.onPage(number)
      pages.push(await source.draw(number))
    }
    listener?.onPage(null)
    return { pages, warnings }
  } finally {
    source.close()
  }
}

type PageDrawSource = {
  readonly pageCount: number
  readonly draw: (number: number) => Promise<PageDrawing>
  readonly close: () => void
}

const pdfSource = async (
  bytes: Uint8Array,
  { password, recognition }: EngineRequest,
  encode: Encode,
): Promise<PageDrawSource> => {
  const pdfium = await loadPdfium()
  const pdf = openPdf(pdfium, bytes, password)
  return {
    pageCount: pdf.pageCount,
    draw: async (number) => drawPdfPage(pdfium, pdf, number, { wanted: recognition.dpi, encode }),
    close: () => pdf.close(),
  }
}

const drawPdfPage = (
  pdfium: Pdfium,
  { document }: OpenPdf,
  number: number,
  { wanted, encode }: { readonly wanted: number; readonly encode: Encode },
): PageDrawing => {
  const page = pdfium.FPDF_LoadPage(document, number - 1)
  if (page === 0) return undrawn(number)
  try {
    const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
    const dpi = Math.min(wanted, Math.sqrt(recognitionLimits.maxPixels / ((width / 72) * (height / 72))))
    const raster = dpi > 0 ? renderPage(pdfium, page, { dpi, channels: 3 }) : null
    return raster === null
      ? undrawn(number)
      : { number, text: plainText(pdfium, page), picture: pictureWith(raster, encode) }
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

const imageSource = (bytes: Uint8Array, { recognition }: EngineRequest, encode: Encode): PageDrawSource => {
  const image = openImage(bytes)
  return {
    pageCount: image.frameCount,
    draw: async (number) => {
      const scaleOf = (size: Pick<Raster, 'width' | 'height'>, stated: number | null): number =>
        Math.min(
          1,
          recognition.dpi / resolutionOf(size, stated),
          Math.sqrt(recognitionLimits.maxPixels / (size.width * size.height)),
        )
      const { raster, size, dpi } = await image.frame(number - 1, scaleOf)
      const factor = (scaleOf(size, dpi) * size.width) / raster.width
      return { number, text: '', picture: pictureWith(resample(raster, factor), encode) }
    },
    close: () => {},
  }
}

const undrawn = (number: number): PageDrawing => ({ number, text: '', picture: null })

const pictureWith = (raster: Raster, encode: Encode): PageDrawing['picture'] => {
  const { width, height } = raster
  return { width, height, ...encode(raster) }
}

const engineWith = (encode: Encode): Engine<DrawResult> => ({
  warmUp: async () => {
    await loadPdfium()
  },
  read: (bytes, request, listener) => readWith(encode, bytes, request, listener),
})

/** Pages as PNG. */
export const drawEngine = engineWith((raster) => ({ mimeType: 'image/png', data: encodePng(raster) }))

/** Pages to look at, in files as small as they can be without it being seen. */
export const pageImageEngine = engineWith(encodeSmall)
