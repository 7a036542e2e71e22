import type { Block, Cell, Document } from '@polyparse/document'

/** A document whose format states its text and structure as such, so that nothing in it is uncertain. */
export const certain = (document: Document): Document => ({
  ...document,
  pages: document.pages.map((page) => ({ ...page, blocks: page.blocks.map(stated) })),
  tables: document.tables.map((table) => ({ ...table, cells: table.cells.map(stated) })),
})

const stated = <Part extends Block | Cell>(part: Part): Part => ({ ...part, confidence: 1 })
