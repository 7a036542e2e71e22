import type { ParseResult } from '@polyparse/contract'
import type { TableValue } from '@polyparse/document/schema'
import { readingOf, type Reading, type ReadingBlock, type ReadingTable } from './reading.ts'
import type { TableUnit, PageUnit } from './view/texts/text-page.ts'
import { textsOfResult } from './view/texts/texts-of.ts'

/**
 * The reading in the result of a provider, of its output with the most structure; without pages where none has text. It
 * is that of the document itself where the result has `json`, or `pages` and `tables`.
 */
export const readingOfResult = (result: ParseResult): Reading => {
  const { json, pages = json?.pages, tables = json?.tables } = result.outputs
  if (pages === undefined || tables === undefined) return readingOfTexts(result)
  return readingOf({
    ...judgedBy(result),
    pages: (json?.pages ?? pages).map(({ page, width, height, blocks }) => ({ number: page, width, height, blocks })),
    tables: (json?.tables ?? tables).map(sizedTable),
  })
}

const judgedBy = ({ warnings, quality, usage }: ParseResult) => ({
  warnings,
  ...(quality !== undefined && { quality }),
  ...(usage !== undefined && { usage }),
})

const sizedTable = ({ rows, ...table }: TableValue) => ({
  ...table,
  rowCount: rows.length,
  columnCount: Math.max(0, ...rows.map((row) => row.length)),
})

/**
 * Makes a reading of an output that lacks the tables of its blocks. A text that is not divided into pages counts as one
 * page.
 */
const readingOfTexts = (result: ParseResult): Reading => {
  const found = textsOfResult(result).pages.map(({ page, units }) => ({ page: page ?? 1, units }))
  const tables: ReadingTable[] = []
  const blocks = new Map(result.outputs.pages?.map((page) => [page.page, page.blocks]))
  const blockOf = (unit: PageUnit, page: number, index: number): ReadingBlock => {
    // The blocks of the output `pages`, which has a unit for each.
    const bbox = blocks.get(page)?.[index]?.bbox ?? null
    if (unit.type !== 'table') return readingBlockOfText(unit, bbox)
    tables.push(readTable(unit, page, bbox))
    return { type: 'table', text: '', bbox, table: tables.length - 1 }
  }
  const pages = found.map(({ page, units }) => ({
    number: page,
    blocks: units.flatMap((unit, index) => (unit.type === 'picture' ? [] : [blockOf(unit, page, index)])),
  }))
  return { ...readingOf({ ...judgedBy(result), pages: [], tables: [] }), pages, tables }
}

const readingBlockOfText = (
  { type, level, text }: Exclude<PageUnit, TableUnit>,
  bbox: ReadingBlock['bbox'],
): ReadingBlock => (type === 'source' ? { type: 'paragraph', text, bbox } : { type, level, text, bbox })

/** Its cells by their place in their row: what spans several rows moves none of the others. */
const readTable = ({ rows }: TableUnit, page: number, bbox: ReadingTable['bbox']): ReadingTable => {
  const cells = rows.flatMap((row, at) => {
    let next = 0
    return row.map(({ text, rowSpan, columnSpan }) => {
      const column = next
      next += columnSpan
      return { row: at, column, text, ...(rowSpan > 1 && { rowSpan }), ...(columnSpan > 1 && { columnSpan }) }
    })
  })
  const columnCount = Math.max(0, ...cells.map(({ column, columnSpan = 1 }) => column + columnSpan))
  return { page, bbox, rowCount: rows.length, columnCount, cells }
}
