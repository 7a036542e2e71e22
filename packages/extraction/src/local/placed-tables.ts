import type { Block, Document, Table } from '@polyparse/document'

/** A table with what is above it. */
export type PlacedTable = {
  readonly table: Table
  readonly grid: readonly (readonly string[])[]
  readonly headerRows: number
  readonly titles: readonly string[]
}

/** Places of a table that are looked at. */
const maxPlaces = 200_000

/** The tables of a document with what is above each, in their order. */
export const placedTables = ({ pages, tables }: Pick<Document, 'pages' | 'tables'>): PlacedTable[] => {
  const byId = new Map(tables.map((table) => [table.id, table]))
  return pages.flatMap((page) => {
    let titles: string[] = []
    let before: Block | null = null
    return page.blocks.flatMap((block): PlacedTable[] => {
      const table = byId.get(block.table ?? '')
      if (table === undefined) before = block
      if (table === undefined || table.rowCount * table.columnCount > maxPlaces) {
        if (block.type === 'heading' || block.type === 'title' || block.type === 'caption')
          titles = [...titles, block.text].slice(-2)
        else if (block.text !== '') titles = [...titles.slice(-1), block.text.slice(0, 200)]
        return []
      }
      const body = gridOfTable(table)
      const above = headerAbove(table, body, before)
      const grid = above === null ? body : [above, ...body]
      const headerRows = above === null ? headerRowsOf(table, body) : 1
      before = null
      return [{ table, grid, headerRows, titles: table.caption === undefined ? titles : [...titles, table.caption] }]
    })
  })
}

/** Points that a header may be above its table, and lines that it may have. */
const headerGap = 16
const maxHeaderWords = 40

/** The header of a table that was read as the block above it; null where that is none. */
const headerAbove = (
  { cells, bbox, columnCount }: Table,
  grid: readonly (readonly string[])[],
  block: Block | null,
): string[] | null => {
  if (block === null || block.bbox === null || bbox === null) return null
  const { words = [] } = block
  if (words.length < 2 || words.length > maxHeaderWords) return null
  if (
    cells.some(({ header, row }) => header && row === 0) ||
    bbox[1] - block.bbox[3] > headerGap ||
    block.bbox[3] > bbox[1] + headerGap
  )
    return null
  if (words.some(({ text }) => /\d{2}/.test(text)) || grid.length < 2) return null
  const middles = Array.from({ length: columnCount }, (_, column) => {
    const boxes = cells.flatMap((cell) =>
      cell.column === column && cell.columnSpan === 1 && cell.bbox !== undefined ? [cell.bbox] : [],
    )
    return boxes.length === 0
      ? null
      : ([Math.min(...boxes.map((box) => box[0])), Math.max(...boxes.map((box) => box[2]))] as const)
  })
  const header = middles.map((): string[] => [])
  for (const { text, bbox: box } of words) {
    const x = (box[0] + box[2]) / 2
    const distances = middles.map((extent) =>
      extent === null ? Number.POSITIVE_INFINITY : Math.max(extent[0] - x, x - extent[1], 0),
    )
    const nearest = distances.indexOf(Math.min(...distances))
    header[nearest]?.push(text)
  }
  const filled = header.filter((texts) => texts.length > 0).length
  return filled < 0.6 * columnCount ? null : header.map((texts) => texts.join(' '))
}

/** The texts by row and column, a spanning cell's in all its columns. */
const gridOfTable = ({ rowCount, columnCount, cells }: Table): string[][] => {
  const grid = Array.from({ length: rowCount }, () => Array.from({ length: columnCount }, () => ''))
  for (const { row, column, columnSpan, text } of cells) {
    const texts = grid[row]
    // One over the whole table is a heading or a note in it.
    const end = columnSpan < columnCount ? Math.min(columnCount, column + columnSpan) : column + 1
    if (texts !== undefined) for (let at = column; at < end; at += 1) texts[at] = text
  }
  return grid
}

const isPlainAmount = (text: string): boolean => /^[\s\p{Sc}]*[-(]?\d[\d.,]*\d?\)?%?$/u.test(text) && !isPeriod(text)

/** A year or a day, which heads the column of a period. */
const isPeriod = (text: string): boolean => /^(?:\d{1,2}[./-]){0,2}(?:19|20)\d\d$/.test(text.trim())

/** Tells whether a row may be one of the header. Below the first, years are values unless nothing else is there. */
const isHeader = (texts: readonly string[], row: number): boolean => {
  const filled = texts.filter((text) => text.trim() !== '')
  if (filled.some(isPlainAmount)) return false
  return row === 0 || !filled.some(isPeriod) || filled.every(isPeriod)
}

/** Rows at the top without an amount, at most three; those that the table marks as its header count anyway. */
const headerRowsOf = ({ cells }: Table, grid: readonly (readonly string[])[]): number => {
  const marked = cells
    .filter(({ header, column }) => header && column > 0)
    .reduce((most, { row, rowSpan }) => Math.max(most, row + rowSpan), 0)
  let rows = Math.min(marked, 4)
  if (rows > 0) {
    // Under a marked header, what has years or units only belongs to it.
    while (
      rows < 4 &&
      (grid[rows] ?? []).every(
        (text) => text === '' || /^(?:(?:\d{1,2}[./-]){0,2}(?:19|20)\d\d|T?EUR|€|%|\(\d+\))$/.test(text.trim()),
      )
    )
      rows += 1
    return rows
  }
  while (rows < 3 && rows < grid.length && isHeader(grid[rows] ?? [], rows)) rows += 1
  // A table of texts only does not tell where its header ends.
  const hasAmounts = grid.slice(rows).some((row) => row.some(isPlainAmount))
  return hasAmounts ? rows : Math.min(rows, 1)
}
