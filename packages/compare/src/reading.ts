import type { Block, BlockType, Box, Document, Table } from '@polyparse/document'

/**
 * What has to be kept of a parsed document so that it can be compared with others later: plain data, without pictures,
 * styles and words. `schema` changes when its shape does; a reading of another shape is not compared.
 */
export type Reading = {
  readonly schema: 'reading/1'
  readonly pages: readonly ReadingPage[]
  readonly tables: readonly ReadingTable[]
  readonly warnings: readonly { readonly code: string; readonly page?: number }[]
  readonly quality?: { readonly score: number; readonly scale?: string }
}

/** A stored reading; null when it is of another shape, stored by another version of the product. */
export const parseReading = (json: string): Reading | null => {
  const reading: Reading = JSON.parse(json)
  return reading.schema === 'reading/1' ? reading : null
}

export type ReadingPage = { readonly number: number; readonly blocks: readonly ReadingBlock[] }

export type ReadingBlock = {
  readonly type: BlockType
  readonly level?: number
  /** With the marker of a list item before it; superscript figures as such (`¹`). Empty for a table that is listed. */
  readonly text: string
  readonly bbox: Box | null
  /** Index in `tables`. */
  readonly table?: number
}

export type ReadingTable = {
  readonly page: number
  readonly bbox: Box | null
  readonly rowCount: number
  readonly columnCount: number
  readonly cells: readonly ReadingCell[]
}

export type ReadingCell = {
  readonly row: number
  readonly column: number
  /** More than 1, or absent. */
  readonly rowSpan?: number
  readonly columnSpan?: number
  readonly text: string
  readonly bbox?: Box
}

export const readingOf = ({ pages, tables, warnings, quality }: Document): Reading => {
  const places = new Map(tables.map(({ id }, index) => [id, index]))
  return {
    schema: 'reading/1',
    pages: pages.map(({ number, blocks }) => ({
      number,
      blocks: blocks.filter(({ type }) => type !== 'picture').map((block) => readingBlock(block, places)),
    })),
    tables: tables.map(readingTable),
    warnings: warnings.map(({ code, page }) => ({ code, ...(page !== undefined && { page }) })),
    ...(quality !== undefined && { quality }),
  }
}

const readingBlock = (block: Block, places: ReadonlyMap<string, number>): ReadingBlock => {
  const table = block.table === undefined ? undefined : places.get(block.table)
  const { type, level, bbox } = block
  return {
    type,
    ...(level !== undefined && { level }),
    text: table === undefined ? textOf(block) : '',
    bbox,
    ...(table !== undefined && { table }),
  }
}

const textOf = ({ text, marker, runs }: Block): string => {
  const own =
    runs?.some(isNoteMark) === true ? runs.map((run) => (isNoteMark(run) ? raised(run.text) : run.text)).join('') : text
  return marker === undefined || own.startsWith(marker) ? own : `${marker} ${own}`
}

const isNoteMark = ({ text, superscript }: { text: string; superscript?: boolean }): boolean =>
  superscript === true && /^\s*\d{1,3}\s*$/.test(text)

const raised = (digits: string): string => digits.replaceAll(/\d/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.charAt(Number(digit)))

const readingTable = ({ page, bbox, rowCount, columnCount, cells }: Table): ReadingTable => ({
  page,
  bbox,
  rowCount,
  columnCount,
  cells: cells
    .map(({ row, column, rowSpan, columnSpan, text, bbox: box }) => ({
      row,
      column,
      ...(rowSpan > 1 && { rowSpan }),
      ...(columnSpan > 1 && { columnSpan }),
      text,
      ...(box !== undefined && { bbox: box }),
    }))
    .toSorted((one, other) => one.row - other.row || one.column - other.column),
})
