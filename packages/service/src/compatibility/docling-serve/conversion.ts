import type { OutputValues, Warning } from '@polyparse/document'
import { type ReplaceImage, replaceHtmlImages, replaceMarkdownImages } from '@polyparse/document/image-links'
import { doclingDocument } from './docling-document.ts'
import type { ConversionOptions } from './options.ts'

/** The parts of a complete parse that an answer needs. */
export type DoclingConversion = {
  readonly outputs: Partial<OutputValues>
  readonly durationMs: number
  readonly warnings: readonly Pick<Warning, 'message' | 'page' | 'pages'>[]
}

/** The answer of docling-serve about one document. */
export const conversionOf = (
  { outputs, durationMs, warnings }: DoclingConversion,
  filename: string,
  options: ConversionOptions,
): object => {
  const images = new Map((outputs.images ?? []).map((image) => [image.id, image]))
  const wants = (format: ConversionOptions['formats'][number]): boolean => options.formats.includes(format)
  const seconds = durationMs / 1000
  return {
    document: {
      filename,
      md_content: wants('md') ? replaceMarkdownImages(markdownOf(outputs, options), embed(images)) : null,
      json_content:
        wants('json') && outputs.json !== undefined ? doclingDocument(outputs.json, { filename, images }) : null,
      html_content: wants('html') ? replaceHtmlImages(outputs.html ?? '', embed(images)) : null,
      text_content: wants('text') ? (outputs.text ?? '') : null,
      doctags_content: null,
    },
    status: 'success',
    // Warnings say what may be wrong with a document that was read; errors there are of pages that were not.
    errors: warnings.flatMap(({ message, page, pages = page === undefined ? [] : [page] }) =>
      pages.slice(0, 1).map((first) => ({
        component_type: 'document_backend',
        module_name: 'polyparse',
        error_message: message,
        page_no: first,
      })),
    ),
    processing_time: seconds,
    timings: {},
  }
}

const markdownOf = ({ markdown = '', pages = [] }: Partial<OutputValues>, { pageBreak }: ConversionOptions): string =>
  pageBreak === null ? markdown : pages.map((page) => page.markdown).join(`\n\n${pageBreak}\n\n`)

type Images = ReadonlyMap<string, OutputValues['images'][number]>

/** Our Markdown and HTML name images by their ids; docling's have them in it, or a comment in their place. */
const embed =
  (images: Images): ReplaceImage =>
  (id, { alt, linkTo }) => {
    const image = images.get(id)
    if (image?.data === undefined || image.data === '') return '<!-- image -->'
    return linkTo(`data:${image.mimeType};base64,${image.data}`, alt === '' ? 'Image' : alt)
  }
