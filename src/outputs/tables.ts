import type { TableValue } from '../contract/blocks.ts'
import type { Document } from '../document/model.ts'
import { boxValue } from './block-value.ts'
import { tableHtml } from './html/table.ts'
import { tableMarkdown } from './markdown/table.ts'
import { gridOf } from './table-grid.ts'

/** Every table as a grid of texts, as cells, as Markdown and as HTML. */
export const tables = (document: Document): TableValue[] =>
  document.tables.map((table) => ({
    id: table.id,
    page: table.page,
    bbox: boxValue(table.bbox),
    ...(table.caption !== undefined && { caption: table.caption }),
    ...(table.continues !== undefined && { continues: table.continues }),
    rows: gridOf(table),
    cells: table.cells.map(({ bbox, ...cell }) => ({ ...cell, ...(bbox !== undefined && { bbox: [...bbox] }) })),
    markdown: tableMarkdown(table),
    html: tableHtml(table),
  }))
