import type { Block, Document, Page, Table } from '../model.ts'

/** A page with its tables by their ids. */
export type PageContents = { readonly blocks: readonly Block[]; readonly tables: ReadonlyMap<string, Table> }

/** The blocks of a page in reading order without page headers and footers. */
export const contentsOf = (page: Page, tables: PageContents['tables']): PageContents => ({
  blocks: page.blocks.filter(({ type }) => type !== 'page_header' && type !== 'page_footer'),
  tables,
})

export const tablesById = ({ tables }: Document): PageContents['tables'] =>
  new Map(tables.map((table) => [table.id, table]))

export const tableOf = ({ table }: Block, { tables }: PageContents): Table | undefined =>
  table === undefined ? undefined : tables.get(table)

/** Whether a caption block of the page has the same text, so that the table need not repeat it. */
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

/** A footnote and the block that refers to it, by a mark in superscript. */
type Note = { readonly footnote: Block; readonly reference: Block; readonly mark: string }

/** A footnote's own mark: a number, a letter or a sign, with or without brackets. */
const ownMark = /^\s*[[(]?(\d{1,3}|[a-z]|[*†‡§¶]{1,3})[\])]?(?=[\s.:]|\p{L})/u

/** The footnotes that an earlier block of the same page refers to; of several blocks, the last one. */
export const notesOf = (blocks: readonly Block[]): Note[] => {
  const references = new Map<string, Block>()
  const notes: Note[] = []
  for (const block of blocks) {
    const mark = block.type === 'footnote' ? ownMark.exec(block.text)?.[1] : undefined
    const reference = references.get(`${block.page} ${mark}`)
    if (mark !== undefined && reference !== undefined) notes.push({ footnote: block, reference, mark })
    else if (block.type !== 'footnote')
      for (const { superscript, text } of block.runs ?? [])
        if (superscript === true) references.set(`${block.page} ${text.trim()}`, block)
  }
  return notes
}
