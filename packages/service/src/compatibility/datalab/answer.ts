import type { OutputValues, Warning } from '@polyparse/document'
import { type ReplaceImage, replaceHtmlImages, replaceMarkdownImages } from '@polyparse/document/image-links'
import { type DatalabBlock, type DatalabHeading, type DatalabPage, datalabPages } from './blocks.ts'
import { datalabImagesOf, linkToDatalabImage } from './image-files.ts'
import type { DatalabAnswerOptions, DatalabFormat } from './options.ts'

/** A complete parse. */
export type DatalabParse = {
  readonly outputs: Partial<OutputValues>
  readonly durationMs: number
  readonly pageCount: number
  readonly warnings: readonly Pick<Warning, 'code' | 'message' | 'page' | 'pages'>[]
}

/** The answer of Datalab about one document. */
export const datalabAnswer = (parse: DatalabParse, options: DatalabAnswerOptions): object => {
  const { outputs, durationMs, pageCount, warnings } = parse
  const { formats, includesImages, identifiesBlocks, blocksHaveMarkdown, isUpToPage } = options
  const wants = (format: DatalabFormat): boolean => formats.includes(format)
  const images = datalabImagesOf(includesImages ? (outputs.images ?? []) : [])
  const link = linkToDatalabImage(images)
  const { json } = outputs
  const tree =
    json === undefined
      ? { pages: [], headings: null }
      : datalabPages(json, images, { withMarkdown: blocksHaveMarkdown && (wants('json') || wants('chunks')) })
  const metadata = {
    ...(tree.headings !== null && { table_of_contents: tree.headings }),
    // The document may have fewer pages than the number up to which they were asked for.
    warnings: warnings.filter(({ code }) => !(isUpToPage && code === 'page_out_of_range')),
  }
  const hasNames = images.size > 0 && (wants('markdown') || wants('html'))
  return {
    status: 'complete',
    success: true,
    output_format: formats.join(','),
    markdown: wants('markdown') ? markdownOfDatalab(outputs, options, link) : null,
    html: wants('html') ? htmlOfDatalab(outputs, options, identifiesBlocks ? tree.pages : null, link) : null,
    json: wants('json') ? documentOfDatalab(tree.pages, tree.headings) : null,
    chunks: wants('chunks') ? chunksOfDatalab(tree.pages, tree.headings) : null,
    images: hasNames ? Object.fromEntries([...images.values()].map(({ name, data }) => [name, data])) : {},
    metadata,
    error: null,
    error_in: null,
    page_count: pageCount,
    checkpoint_id: null,
    versions: null,
    parse_quality_score: null,
    runtime: durationMs / 1000,
    cost_breakdown: null,
  }
}

/** The answer about a document that could not be read; its client raises an error. */
export const datalabFailure = (error: string, errorIn: 'VALIDATION' | 'INFERENCE' | 'OTHER'): object => ({
  status: 'failed',
  success: false,
  error,
  error_in: errorIn,
  markdown: null,
  html: null,
  json: null,
  chunks: null,
  images: null,
  metadata: null,
  page_count: null,
})

/** Makes the mark before a page, whose number counts from 0 there. */
const pageMark = (page: number): string => `\n\n{${page - 1}}${'-'.repeat(48)}\n\n`

const markdownOfDatalab = (
  { markdown = '', pages = [] }: Partial<OutputValues>,
  { paginates }: DatalabAnswerOptions,
  link: ReplaceImage,
): string => {
  const text = paginates ? pages.map((page) => pageMark(page.page) + page.markdown).join('') : markdown
  return replaceMarkdownImages(text, link)
}

const htmlOfDatalab = (
  { html = '' }: Partial<OutputValues>,
  { paginates }: DatalabAnswerOptions,
  pages: readonly DatalabPage[] | null,
  link: ReplaceImage,
): string => {
  const text = pages === null ? replaceHtmlImages(html, link) : pages.map(htmlWithIds).join('\n')
  return paginates ? text.replaceAll(sectionStart, datalabPageStart).replaceAll(/^<\/section>$/gm, '</div>') : text
}

/** A section is around each page, and nowhere else. */
const sectionStart = /^<section data-page="(\d+)">$/gm

const datalabPageStart = (_whole: string, page: string): string =>
  `<div class="page" data-page-id="${Number(page) - 1}">`

const htmlWithIds = ({ page, blocks }: DatalabPage): string => {
  const content = blocks.filter(({ block_type: type }) => type !== 'PageHeader' && type !== 'PageFooter')
  return `<section data-page="${page + 1}">\n${content.map(withBlockId).join('\n')}\n</section>`
}

const withBlockId = ({ id, html }: DatalabBlock): string => html.replace(/^<\w+/, `$& data-block-id="${id}"`)

const documentOfDatalab = (pages: readonly DatalabPage[], contents: readonly DatalabHeading[] | null): object => ({
  block_type: 'Document',
  metadata: { table_of_contents: contents },
  children: pages.map(({ page, blocks, ...place }) => ({
    id: `/page/${page}/Page/${blocks.length}`,
    block_type: 'Page',
    html: blocks.map(({ id }) => `<content-ref src='${id}'></content-ref>`).join(''),
    ...place,
    section_hierarchy: {},
    images: null,
    children: blocks.map((block) => ({ ...block, children: null })),
  })),
})

const chunksOfDatalab = (pages: readonly DatalabPage[], contents: readonly DatalabHeading[] | null): object => ({
  blocks: pages.flatMap(({ page, blocks }) => blocks.map((block) => ({ ...block, page }))),
  page_info: Object.fromEntries(pages.map(({ page, bbox, polygon }) => [page, { bbox, polygon }])),
  metadata: { table_of_contents: contents },
})
