import { type Block, type BlockType, documentOfValue, type OutputValues, type Table, union } from '@polyparse/document'
import { html } from '@polyparse/document/html'
import { replaceHtmlImages, replaceMarkdownImages } from '@polyparse/document/image-links'
import { markdown } from '@polyparse/document/markdown'
import { type DatalabImages, linkToDatalabImage } from './image-files.ts'

type BoxOfBlock = NonNullable<Block['bbox']>

/** A place on a page: points from the top left, the corners clockwise. Null where a format has no layout. */
type DatalabPlace = { readonly bbox: BoxOfBlock | null; readonly polygon: readonly (readonly number[])[] | null }

/** A block as the tree and the chunks of Datalab have it; a list is one block. */
export type DatalabBlock = DatalabPlace & {
  readonly id: string
  readonly block_type: string
  readonly html: string
  readonly markdown?: string
  /** The ids of the headings that it is under, itself included, by their levels. */
  readonly section_hierarchy: Readonly<Record<string, string>>
  /** Files in base64, by the id of a block that is an image, and by their names in its HTML otherwise. */
  readonly images: Readonly<Record<string, string>>
}

/** A page, which counts from 0, and its blocks in reading order. */
export type DatalabPage = DatalabPlace & { readonly page: number; readonly blocks: readonly DatalabBlock[] }

/** A heading, as a table of contents has it. */
export type DatalabHeading = {
  readonly title: string
  readonly heading_level: number
  readonly page_id: number
  readonly polygon: DatalabPlace['polygon']
}

const datalabBlockTypes: Readonly<Record<BlockType, string>> = {
  title: 'SectionHeader',
  heading: 'SectionHeader',
  paragraph: 'Text',
  list_item: 'ListGroup',
  table: 'Table',
  picture: 'Picture',
  caption: 'Caption',
  code: 'Code',
  formula: 'Equation',
  footnote: 'Footnote',
  page_header: 'PageHeader',
  page_footer: 'PageFooter',
  quote: 'Text',
  note: 'Text',
}

/** The pages of a document with their blocks, and its headings. */
export const datalabPages = (
  value: OutputValues['json'],
  images: DatalabImages,
  { withMarkdown }: { readonly withMarkdown: boolean },
): { readonly pages: DatalabPage[]; readonly headings: DatalabHeading[] } => {
  const document = documentOfValue(value)
  const tables = new Map(document.tables.map((table) => [table.id, table]))
  const headings: DatalabHeading[] = []
  let hierarchy: Readonly<Record<string, string>> = {}

  const pages = document.pages.map((page): DatalabPage => {
    const number = page.number - 1
    const blocks = groupsOf(page.blocks).map((group, index): DatalabBlock => {
      const [first] = group
      const id = `/page/${number}/${datalabBlockTypes[first.type]}/${index}`
      const place = placeOfBox(union(group.flatMap(({ bbox }) => (bbox === null ? [] : [bbox]))))
      const level = levelOfHeading(first)
      if (level !== null) {
        hierarchy = { ...above(hierarchy, level), [level]: id }
        headings.push({ title: first.text, heading_level: level, page_id: number, polygon: place.polygon })
      }
      const content = {
        pages: [{ ...page, blocks: group.map(asContent) }],
        tables: tablesUnder(group, tables),
      }
      return {
        id,
        block_type: datalabBlockTypes[first.type],
        html: replaceHtmlImages(withoutSection(html(content)), linkToDatalabImage(images)),
        ...(withMarkdown && { markdown: replaceMarkdownImages(markdown(content), linkToDatalabImage(images)) }),
        ...place,
        section_hierarchy: hierarchy,
        images: imagesUnder(group, content.tables, { id, images }),
      }
    })
    const { width, height } = page
    return { page: number, ...placeOfBox(width === null || height === null ? null : [0, 0, width, height]), blocks }
  })
  return { pages, headings }
}

/** The blocks that become one: the items of a list, or a single block. */
type BlockGroup = readonly [Block, ...Block[]]

const groupsOf = (blocks: readonly Block[]): BlockGroup[] => {
  const groups: [Block, ...Block[]][] = []
  for (const block of blocks) {
    const last = groups.at(-1)
    if (block.type === 'list_item' && last?.[0].type === 'list_item') last.push(block)
    else groups.push([block])
  }
  return groups
}

const levelOfHeading = ({ type, level }: Block): number | null => {
  if (type === 'title') return 1
  return type === 'heading' ? Math.min(level ?? 2, 6) : null
}

const above = (hierarchy: Readonly<Record<string, string>>, level: number): Record<string, string> =>
  Object.fromEntries(Object.entries(hierarchy).filter(([each]) => Number(each) < level))

/** Page headers and footers are blocks here, and no content elsewhere. */
const asContent = (block: Block): Block =>
  block.type === 'page_header' || block.type === 'page_footer' ? { ...block, type: 'paragraph' } : block

/** The lines of a page without those of the section around them. */
const withoutSection = (page: string): string => page.split('\n').slice(1, -1).join('\n')

/** The tables of blocks, and those inside these, each once. */
const tablesUnder = (blocks: BlockGroup, tables: ReadonlyMap<string, Table>): Table[] => {
  const found = new Map<string, Table>()
  const pending = blocks.flatMap(idsOfTables)
  for (const id of pending) {
    const table = tables.get(id)
    if (table === undefined || found.has(id)) continue
    found.set(id, table)
    for (const { blocks: inner = [] } of table.cells) for (const { table: own } of inner) if (own) pending.push(own)
  }
  return [...found.values()]
}

const idsOfTables = ({ table, blocks = [] }: Block): string[] =>
  [table, ...blocks.map((inner) => inner.table)].flatMap((id) => id ?? [])

const imagesUnder = (
  blocks: BlockGroup,
  tables: readonly Table[],
  { id, images }: { readonly id: string; readonly images: DatalabImages },
): Record<string, string> => {
  const inner = [...blocks, ...tables.flatMap(({ cells }) => cells)].flatMap(({ blocks: own = [] }) => own)
  return Object.fromEntries(
    [...blocks, ...inner].flatMap((block) => {
      const image = images.get(block.picture ?? '')
      if (image === undefined) return []
      return [[block === blocks[0] ? id : image.name, image.data] as const]
    }),
  )
}

const placeOfBox = (bbox: BoxOfBlock | null): DatalabPlace => {
  if (bbox === null) return { bbox, polygon: null }
  const [x0, y0, x1, y1] = bbox
  return {
    bbox,
    polygon: [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
    ],
  }
}
