import { createHash, randomUUID } from 'node:crypto'
import type { BlockType, OutputValues } from '@polyparse/document'
import type { PartitionOptions } from './options.ts'

type UnstructuredInputDocument = OutputValues['json']
type PageOfDocument = UnstructuredInputDocument['pages'][number]
type BlockOfPage = PageOfDocument['blocks'][number]

/** An element as the partition endpoint of Unstructured answers it. */
export type UnstructuredElement = {
  readonly type: string
  readonly element_id: string
  readonly text: string
  readonly metadata: {
    readonly filename: string
    readonly filetype: string
    readonly page_number: number
    readonly languages?: readonly string[]
    readonly parent_id?: string
    readonly category_depth?: number
    readonly text_as_html?: string
    readonly coordinates?: Coordinates
    /** True for a piece of a divided text, but the first. */
    readonly is_continuation?: boolean
    /** The elements of a chunk as JSON, compressed by zlib, in base64. */
    readonly orig_elements?: string
  }
}

/** The corners of a box counter-clockwise from the top left; one pixel is one point. */
type Coordinates = {
  readonly points: readonly (readonly [x: number, y: number])[]
  readonly system: 'PixelSpace'
  readonly layout_width: number | null
  readonly layout_height: number | null
}

const elementTypes: Readonly<Record<BlockType, string>> = {
  title: 'Title',
  heading: 'Title',
  paragraph: 'NarrativeText',
  list_item: 'ListItem',
  table: 'Table',
  picture: 'Image',
  caption: 'FigureCaption',
  code: 'CodeSnippet',
  formula: 'Formula',
  footnote: 'NarrativeText',
  page_header: 'Header',
  page_footer: 'Footer',
  quote: 'NarrativeText',
  note: 'NarrativeText',
}

/** Makes the elements of a document in reading order. The same document gives the same ids, unless unique ones are wanted. */
export const unstructuredElements = (
  document: UnstructuredInputDocument,
  filename: string,
  options: PartitionOptions,
): UnstructuredElement[] => {
  const { mimeType, language } = document.metadata
  const tables = new Map(document.tables.map((table) => [table.id, table.html]))
  const shared = { filename, filetype: mimeType, ...(language !== undefined && { languages: [language] }) }
  /** The headings above the next block, from the outermost. */
  const headings: { readonly depth: number; readonly id: string }[] = []

  const elementOf = (block: BlockOfPage, page: PageOfDocument, number: number): UnstructuredElement => {
    const id = options.uniqueIds ? randomUUID() : idOf(filename, block.id, block.text)
    const depth = depthOf(block)
    if (isTitleOrHeading(block)) while ((headings.at(-1)?.depth ?? -1) >= (depth ?? 0)) headings.pop()
    const parent = isFurniture(block) ? undefined : headings.at(-1)
    if (isTitleOrHeading(block)) headings.push({ depth: depth ?? 0, id })
    const html = block.table === undefined ? undefined : tables.get(block.table)
    return {
      type: elementTypes[block.type],
      element_id: id,
      text: block.text,
      metadata: {
        ...shared,
        page_number: number,
        ...(parent !== undefined && { parent_id: parent.id }),
        ...(depth !== undefined && { category_depth: depth }),
        ...(html !== undefined && { text_as_html: html }),
        ...(options.coordinates && block.bbox !== null && { coordinates: coordinatesOf(block.bbox, page) }),
      },
    }
  }

  return document.pages.flatMap((page, index) => {
    const number = page.page + options.firstPage - 1
    const elements = page.blocks.map((block) => elementOf(block, page, number))
    const isLast = index === document.pages.length - 1
    if (!options.pageBreaks || isLast) return elements
    const id = options.uniqueIds ? randomUUID() : idOf(filename, `break ${page.page}`, '')
    return [...elements, { type: 'PageBreak', element_id: id, text: '', metadata: { ...shared, page_number: number } }]
  })
}

const isTitleOrHeading = ({ type }: BlockOfPage): boolean => type === 'title' || type === 'heading'

const isFurniture = ({ type }: BlockOfPage): boolean => type === 'page_header' || type === 'page_footer'

/** Returns the depth of headings and items of lists, from 0. */
const depthOf = (block: BlockOfPage): number | undefined =>
  isTitleOrHeading(block) || block.type === 'list_item' ? (block.level ?? 1) - 1 : undefined

/** Makes an id of 32 hexadecimal digits. */
const idOf = (filename: string, block: string, text: string): string =>
  createHash('sha256')
    .update(JSON.stringify([filename, block, text]))
    .digest('hex')
    .slice(0, 32)

const coordinatesOf = (
  [x0, y0, x1, y1]: NonNullable<BlockOfPage['bbox']>,
  { width, height }: PageOfDocument,
): Coordinates => ({
  points: [
    [x0, y0],
    [x0, y1],
    [x1, y1],
    [x1, y0],
  ],
  system: 'PixelSpace',
  layout_width: width,
  layout_height: height,
})
