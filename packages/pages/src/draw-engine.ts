import { blockId, type Document, type Page, type Picture, pictureId } from '@polyparse/document'
import type { Engine, EngineRequest, ReadListener } from '@polyparse/engine'
import { EngineFailure } from '@polyparse/engine'
import { encodePng } from '@polyparse/engine/images'
import { encodeSmall } from '@polyparse/engine/images'
import { openImage } from '@polyparse/engine/images'
import type { Raster } from '@polyparse/engine/images'
import { resample } from '@polyparse/engine/images'
import { resolutionOf } from './ocr/image-source.ts'
import { recognitionLimits } from './ocr/parameters.ts'
import { loadPdfium, type Pdfium } from './pdfium/library.ts'
import { readMetadata } from './pdfium/metadata.ts'
import { openPdf, type OpenPdf } from './pdfium/open-pdf.ts'
import { renderPage } from './pdfium/raster.ts'
import { plainText } from './pdfium/text-layer.ts'
import { selectPages } from '@polyparse/engine'

/** What makes a file of a page. */
type Encode = (raster: Raster) => Pick<Picture, 'mimeType' | 'data'>

type Drawn = { readonly page: Page; readonly picture: Picture | null }

/**
 * The selected pages of a PDF or an image, one picture a page, at the resolution for recognition or as near to it
 * as the limit of pixels allows. A page of a PDF has the text of its text layer as one paragraph. A page that cannot be
 * drawn has no picture.
 */
const readWith = async (
  encode: Encode,
  bytes: Uint8Array,
  request: EngineRequest,
  listener?: ReadListener,
): Promise<Document> => {
  if (bytes.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  const source =
    request.mediaType === 'application/pdf'
      ? await pdfSource(bytes, request, encode)
      : imageSource(bytes, request, encode)
  try {
    const { numbers, warnings } = selectPages(request, source.metadata.documentPageCount)
    const drawn: Drawn[] = []
    for (const number of numbers) {
      listener?.onPage(number)
      drawn.push(await source.draw(number))
    }
    listener?.onPage(null)
    return {
      metadata: source.metadata,
      pages: drawn.map(({ page }) => page),
      tables: [],
      pictures: drawn.flatMap(({ picture }) => (picture === null ? [] : [picture])),
      outline: [],
      warnings,
    }
  } finally {
    source.close()
  }
}

type PageDrawSource = {
  readonly metadata: Document['metadata']
  readonly draw: (number: number) => Promise<Drawn>
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
    metadata: readMetadata(pdfium, pdf),
    draw: async (number) => drawPdfPage(pdfium, pdf, number, { wanted: recognition.dpi, encode }),
    close: () => pdf.close(),
  }
}

const drawPdfPage = (
  pdfium: Pdfium,
  { document }: OpenPdf,
  number: number,
  { wanted, encode }: { readonly wanted: number; readonly encode: Encode },
): Drawn => {
  const page = pdfium.FPDF_LoadPage(document, number - 1)
  if (page === 0) return undrawn(number)
  try {
    const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
    const dpi = Math.min(wanted, Math.sqrt(recognitionLimits.maxPixels / ((width / 72) * (height / 72))))
    const raster = dpi > 0 ? renderPage(pdfium, page, { dpi, channels: 3 }) : null
    return raster === null
      ? undrawn(number)
      : drawn(number, { width, height }, raster, { text: plainText(pdfium, page), encode })
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

const imageSource = (bytes: Uint8Array, { recognition }: EngineRequest, encode: Encode): PageDrawSource => {
  const image = openImage(bytes)
  return {
    metadata: { mimeType: image.mimeType, documentPageCount: image.frameCount },
    draw: async (number) => {
      const { raster, dpi: stated } = await image.frame(number - 1)
      const dpi = resolutionOf(raster, stated)
      const size = { width: (raster.width * 72) / dpi, height: (raster.height * 72) / dpi }
      return drawn(number, size, resample(raster, Math.min(1, recognition.dpi / dpi)), { text: '', encode })
    },
    close: () => {},
  }
}

const undrawn = (number: number): Drawn => ({
  page: { number, width: null, height: null, rotation: 0, blocks: [] },
  picture: null,
})

const drawn = (
  number: number,
  size: { readonly width: number; readonly height: number },
  raster: Raster,
  { text, encode }: { readonly text: string; readonly encode: Encode },
): Drawn => {
  const { width, height } = raster
  const paragraph = { id: blockId(number, 1), type: 'paragraph', page: number, bbox: null, text } as const
  return {
    page: { number, ...size, rotation: 0, blocks: text === '' ? [] : [paragraph] },
    picture: {
      id: pictureId(number, 1),
      page: number,
      bbox: [0, 0, size.width, size.height],
      width,
      height,
      ...encode(raster),
    },
  }
}

const engineWith = (encode: Encode): Engine => ({
  warmUp: async () => {
    await loadPdfium()
  },
  read: (bytes, request, listener) => readWith(encode, bytes, request, listener),
})

/** Pages as PNG. */
export const drawEngine = engineWith((raster) => ({ mimeType: 'image/png', data: encodePng(raster) }))

/** Pages to look at, in files as small as they can be without it being seen. */
export const pageImageEngine = engineWith(encodeSmall)
