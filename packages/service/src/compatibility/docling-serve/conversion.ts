import type { OutputValues, Warning } from '@polyparse/document'
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
      md_content: wants('md') ? withImages(markdownOf(outputs, options), images) : null,
      json_content:
        wants('json') && outputs.json !== undefined ? doclingDocument(outputs.json, { filename, images }) : null,
      html_content: wants('html') ? (outputs.html ?? '') : null,
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

/** Our Markdown names images by their ids; docling's has them in it, or a comment in their place. */
const withImages = (markdown: string, images: Images): string =>
  markdown.replaceAll(/!\[([^\]\n]*)\]\((p\d+-i\d+)\)/g, (_whole, alt: string, id: string) => {
    const image = images.get(id)
    return image?.data === undefined || image.data === ''
      ? '<!-- image -->'
      : `![${alt === '' ? 'Image' : alt}](data:${image.mimeType};base64,${image.data})`
  })
