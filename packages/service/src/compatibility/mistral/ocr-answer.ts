import type { OutputValues } from '@polyparse/document'
import type { OcrOptions } from './options.ts'

type OcrOutputs = Pick<OutputValues, 'pages' | 'images'>
type PageOfOcr = OcrOutputs['pages'][number]
type ImageOfOcr = OcrOutputs['images'][number]

/** A pixel of the answer is a point. */
const dpi = 72

/** The answer of Mistral about one document: a page of Markdown each, which names its images by their ids. */
export const ocrAnswer = ({ pages, images }: OcrOutputs, options: OcrOptions): object => {
  const wanted = options.pages === null ? pages : pages.filter(({ page }) => options.pages?.includes(page))
  const imagesOn = Map.groupBy(images, ({ page }) => page)
  return {
    pages: wanted.map((page) => ({
      index: page.page - 1,
      markdown: page.markdown,
      images: (imagesOn.get(page.page) ?? []).map((image) => ocrImage(image, options)),
      dimensions: dimensionsOf(page),
    })),
    model: options.model,
    document_annotation: null,
    usage_info: { pages_processed: wanted.length, doc_size_bytes: null },
  }
}

const ocrImage = ({ id, bbox, mimeType, data = '' }: ImageOfOcr, { includesImages }: OcrOptions): object => {
  const [left, top, right, bottom] = bbox === null ? [null, null, null, null] : bbox.map(Math.round)
  return {
    id,
    top_left_x: left,
    top_left_y: top,
    bottom_right_x: right,
    bottom_right_y: bottom,
    image_base64: includesImages && data !== '' ? `data:${mimeType};base64,${data}` : null,
  }
}

const dimensionsOf = ({ width, height }: PageOfOcr): object | null =>
  width === null || height === null ? null : { dpi, width: Math.round(width), height: Math.round(height) }
