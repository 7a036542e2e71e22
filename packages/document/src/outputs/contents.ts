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
