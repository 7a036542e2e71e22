import { type FlowCell, type FlowTable, maxCells } from '@polyparse/formats/markup'

/**
 * Places and spans are only numbers in an answer, so a table is read up to these limits, and is not much larger than
 * its cells.
 */
const gridTableLimits = { columns: 1000, rows: 20_000, placesEach: 100, placesMore: 1000 }

/**
 * A table of cells that state their places. It is as large as its cells need. If two cells have the same place, the
 * first one gets it, and a cell that spans into another ends before it.
 */
export const gridTable = (given: readonly FlowCell[], caption = ''): FlowTable => {
  const { rows, columns } = roomFor(given)
  const taken = new Set<number>()
  const cells: FlowCell[] = []
  for (const cell of given.toSorted((a, b) => a.row - b.row || a.column - b.column)) {
    const { row, column } = cell
    const isFree = (y: number, x: number) => !taken.has(y * columns + x)
    if (row < 0 || column < 0 || row >= rows || column >= columns || !isFree(row, column)) continue
    const columnSpan = freeSpan(cell.columnSpan, columns - column, (more) => isFree(row, column + more))
    const isRowFree = (y: number) => numbersBelow(columnSpan).every((more) => isFree(y, column + more))
    const rowSpan = freeSpan(cell.rowSpan, rows - row, (more) => isRowFree(row + more))
    for (const down of numbersBelow(rowSpan))
      for (const across of numbersBelow(columnSpan)) taken.add((row + down) * columns + column + across)
    cells.push({ ...cell, rowSpan, columnSpan })
  }
  return {
    ...(caption !== '' && { caption }),
    rowCount: cells.reduce((max, { row, rowSpan }) => Math.max(max, row + rowSpan), 0),
    columnCount: cells.reduce((max, { column, columnSpan }) => Math.max(max, column + columnSpan), 0),
    cells,
  }
}

const roomFor = (cells: readonly FlowCell[]): { readonly rows: number; readonly columns: number } => {
  const places = Math.min(maxCells, gridTableLimits.placesMore + cells.length * gridTableLimits.placesEach)
  const needed = cells.reduce((max, { column, columnSpan }) => Math.max(max, column + columnSpan), 1)
  const columns = Math.min(gridTableLimits.columns, needed)
  return { columns, rows: Math.min(gridTableLimits.rows, Math.floor(places / columns)) }
}

/** Returns how far a cell reaches: as far as it states, but not beyond the edge and not over places that are taken. */
const freeSpan = (asked: number, max: number, isFree: (more: number) => boolean): number => {
  const wanted = Math.min(asked, max)
  let span = 1
  while (span < wanted && isFree(span)) span += 1
  return span
}

const numbersBelow = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
