import type { Block, Cell, Document } from '@polyparse/document'

/** The document with a confidence of every block and cell: what its format states as text is certain. */
export const withConfidence = (document: Document): Document => ({
  ...document,
  pages: document.pages.map((page) => ({ ...page, blocks: page.blocks.map(stated) })),
  tables: document.tables.map((table) => ({ ...table, cells: table.cells.map(stated) })),
})

const stated = <Part extends Block | Cell>(part: Part): Part => ({ ...part, confidence: part.confidence ?? 1 })
