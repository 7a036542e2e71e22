import type { Block, DocumentContents, Page, Table } from '../model.ts'
import { type References, referencesOf } from './references.ts'

/** The parts of a document to which its blocks refer: tables by their ids, and each other. */
export type Surroundings = {
  readonly tables: ReadonlyMap<string, Table>
  readonly references: References
  /** The number of tables around the blocks, one inside the other. */
  readonly depth: number
}

/** The blocks of a page with what they refer to. */
export type PageContents = Surroundings & { readonly blocks: readonly Block[] }

export const surroundingsOf = (document: DocumentContents): Surroundings => ({
  tables: tablesById(document),
  references: referencesOf(document),
  depth: 0,
})

/** The blocks of a page in reading order without page headers and footers. */
export const contentsOf = (page: Page, surroundings: Surroundings): PageContents => ({
  ...surroundings,
  blocks: page.blocks.filter(({ type }) => type !== 'page_header' && type !== 'page_footer'),
})

export const tablesById = ({ tables }: DocumentContents): Surroundings['tables'] =>
  new Map(tables.map((table) => [table.id, table]))

/** Tables inside tables; a deeper one is text, and one inside itself comes to an end. */
const maxTableNesting = 4

export const tableOfBlock = ({ table }: Pick<Block, 'table'>, { tables, depth }: Surroundings): Table | undefined =>
  table === undefined || depth > maxTableNesting ? undefined : tables.get(table)

/** Tells whether a caption block of the page has the same text, so that the table need not repeat it. */
export const isCaptionedByBlock = ({ caption }: Table, { blocks }: PageContents): boolean =>
  blocks.some(({ type, text }) => type === 'caption' && text === caption)

/**
 * The caption of each table or picture, by the id of its block. A table's caption is the one whose text the table
 * knows; otherwise a caption belongs to its neighbour, to the one above it if both could have it.
 */
export const captionsOf = (
  blocks: readonly Block[],
  tables: ReadonlyMap<string, Table>,
): ReadonlyMap<string, Block> => {
  const captionOf = new Map<string, Block>()
  const known = ({ table }: Block): string | undefined => (table === undefined ? undefined : tables.get(table)?.caption)
  for (const [index, caption] of blocks.entries()) {
    if (caption.type !== 'caption') continue
    const free = [blocks[index - 1], blocks[index + 1]].filter(
      (block) => block !== undefined && isCaptioned(block) && !captionOf.has(block.id),
    )
    const owner =
      free.find((block) => block !== undefined && known(block)?.trim() === caption.text.trim()) ??
      free.find((block) => block !== undefined && known(block) === undefined)
    if (owner !== undefined) captionOf.set(owner.id, caption)
  }
  return captionOf
}

const isCaptioned = ({ table, picture }: Block): boolean => table !== undefined || picture !== undefined
