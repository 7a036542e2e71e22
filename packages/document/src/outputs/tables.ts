import type { Document, Table } from '../model.ts'
import { cellValue } from './block-values.ts'
import { captionsOf, type Surroundings, surroundingsOf } from './contents.ts'
import { tableHtml } from './html/html-blocks.ts'
import { tableMarkdown } from './markdown/markdown-table.ts'
import { markStruckCells } from './struck-text.ts'
import { gridOf } from './table-grid.ts'
import type { TableValue } from './values.ts'

/** Every table as a grid of texts, as cells, as Markdown and as HTML. */
export const tables = (document: Document): TableValue[] => {
  const surroundings = surroundingsOf(document)
  const blocks = document.pages.flatMap((page) => page.blocks)
  const captions = captionsOf(blocks, surroundings.tables)
  const captionOf = new Map(blocks.map(({ id, table }) => [table, captions.get(id)?.text]))
  return document.tables.map((own) => {
    const caption = own.caption ?? captionOf.get(own.id)
    return tableValue({ ...own, ...(caption !== undefined && { caption }) }, surroundings)
  })
}

const tableValue = (table: Table, surroundings: Surroundings): TableValue => ({
  id: table.id,
  page: table.page,
  bbox: table.bbox,
  ...(table.caption !== undefined && { caption: table.caption }),
  ...(table.continues !== undefined && { continues: table.continues }),
  rows: gridOf(markStruckCells(table)),
  cells: table.cells.map(cellValue),
  markdown: tableMarkdown(table, surroundings),
  html: tableHtml(table, surroundings),
})
