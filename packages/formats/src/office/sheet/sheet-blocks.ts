import { type FlowCell, tableBlock, type FlowBlock } from '../../flow/flow.ts'
import { withHeaderRow } from '../tables.ts'
import type { SheetCell } from './sheet-cell.ts'
import { sideBySide } from './side-by-side.ts'

/** Places; a larger grid that is nearly empty is not a table but cells far apart. */
const maxSheetGridCells = 1_500_000

/**
 * The content of a sheet from its cells in order of rows. Empty rows divide a sheet into regions, and so do empty
 * columns between tables: each becomes a table without its empty columns, or a paragraph where it is one cell, as titles
 * and remarks are.
 */
export const sheetBlocks = (cells: readonly SheetCell[]): FlowBlock[] =>
  joinTotals(
    regionsOf(
      cells.filter(({ text }) => text !== ''),
      0,
    ),
  ).flatMap(regionBlock)

/** Tables beside tables beside tables; each level costs as much as all of its cells. */
const maxSideDepth = 20

const regionsOf = (cells: readonly SheetCell[], depth: number): SheetCell[][] =>
  rowBlocksOf(cells).flatMap((block) => {
    const sides = depth < maxSideDepth ? sideBySide(block) : []
    // A table may fill the rows that divide those beside it.
    return sides.length > 1 ? sides.flatMap((side) => regionsOf(side, depth + 1)) : [block]
  })

const rowBlocksOf = (cells: readonly SheetCell[]): SheetCell[][] => {
  const regions: SheetCell[][] = []
  let last = Number.NEGATIVE_INFINITY
  for (const cell of cells) {
    if (cell.row > last + 1) regions.push([])
    regions.at(-1)?.push(cell)
    last = cell.row
  }
  return regions
}

/**
 * Joins cells to the table before them after one empty row, if they have no header of their own: totals, the next
 * group.
 */
const joinTotals = (regions: readonly (readonly SheetCell[])[]): SheetCell[][] => {
  const joined: { readonly cells: SheetCell[]; readonly columns: SheetExtent }[] = []
  for (const region of regions) {
    const before = joined.at(-1)
    // The joined cells are within the columns of their table, which stay as they are.
    if (before !== undefined && isSheetTableContinuation(before, region))
      for (const cell of region) before.cells.push(cell)
    else joined.push({ cells: [...region], columns: extent(region) })
  }
  return joined.map(({ cells }) => cells)
}

type SheetExtent = { readonly from: number; readonly to: number }

const isSheetTableContinuation = (
  { cells, columns }: { readonly cells: readonly SheetCell[]; readonly columns: SheetExtent },
  region: readonly SheetCell[],
): boolean => {
  const top = region.filter(({ row }) => row === region[0]?.row)
  const looksLikeHeader = region.length > top.length && top.every(({ text }) => /\p{L}/u.test(text))
  const gap = (top[0]?.row ?? 0) - (cells.at(-1)?.row ?? 0)
  const own = extent(region)
  return (
    gap === 2 &&
    top.length > 1 &&
    !looksLikeHeader &&
    columns.to > columns.from &&
    own.from >= columns.from &&
    own.to <= columns.to
  )
}

const extent = (cells: readonly SheetCell[]): SheetExtent => ({
  from: cells.reduce((least, { column }) => Math.min(least, column), Number.POSITIVE_INFINITY),
  to: cells.reduce((max, { column }) => Math.max(max, column), 0),
})

const regionBlock = (region: readonly SheetCell[]): FlowBlock[] => {
  const [only, second] = region
  if (only === undefined) return []
  if (second === undefined) return [paragraphOfSheetCell(only)]
  const rows = ranks(region.map(({ row }) => row))
  const columns = ranks(region.map(({ column }) => column))
  const cells = region.map((cell): FlowCell => {
    const row = rows.rankOf(cell.row)
    const column = columns.rankOf(cell.column)
    return {
      row,
      column,
      rowSpan: rows.rankOf(cell.row + cell.rowSpan) - row,
      columnSpan: columns.rankOf(cell.column + cell.columnSpan) - column,
      text: cell.text,
      ...(cell.runs !== undefined && { runs: cell.runs }),
      header: false,
    }
  })
  const size = { rowCount: rows.count, columnCount: columns.count }
  if (size.rowCount * size.columnCount > maxSheetGridCells) return cells.map(paragraphOfSheetCell)
  return [tableBlock({ ...size, cells: withHeaderRow(cells, columns.count) })]
}

const paragraphOfSheetCell = ({ text, runs }: Pick<SheetCell, 'text' | 'runs'>): FlowBlock => ({
  type: 'paragraph',
  text,
  ...(runs !== undefined && { runs }),
})

/** The places in use, counted from 0; of any other place, the rank that the next one in use has. */
const ranks = (used: readonly number[]): { readonly count: number; rankOf(place: number): number } => {
  const places = [...new Set(used)].toSorted((a, b) => a - b)
  const rankOf = (place: number): number => {
    let from = 0
    let to = places.length
    while (from < to) {
      const middle = (from + to) >> 1
      if ((places[middle] ?? 0) < place) from = middle + 1
      else to = middle
    }
    return from
  }
  return { count: places.length, rankOf }
}
