import type { Block, Document, Page, Table } from '../model.ts'

/** A page with the tables that stand on it, by their ids. */
export type PageContents = { readonly blocks: readonly Block[]; readonly tables: ReadonlyMap<string, Table> }

/** What is read of a page: its blocks in order without the page headers and footers. */
export const contentsOf = (page: Page, tables: PageContents['tables']): PageContents => ({
  blocks: page.blocks.filter(({ type }) => type !== 'page_header' && type !== 'page_footer'),
  tables,
})

export const tablesById = ({ tables }: Document): PageContents['tables'] =>
  new Map(tables.map((table) => [table.id, table]))

export const tableOf = ({ table }: Block, { tables }: PageContents): Table | undefined =>
  table === undefined ? undefined : tables.get(table)

/** Whether a caption block of the page says the same, so that the table need not. */
export const isCaptionedByBlock = ({ caption }: Table, { blocks }: PageContents): boolean =>
  blocks.some(({ type, text }) => type === 'caption' && text === caption)
