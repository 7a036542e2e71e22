import { type Box, union } from '@polyparse/document'
import { itemAt, pairwise } from '@polyparse/document/items'
import type { DraftCell, DraftTable } from '../../paged/draft.ts'
import { taggedPdfLimits } from './parameters.ts'

export type TaggedCell = Omit<DraftCell, 'row' | 'column'> & {
  readonly id: string
  readonly headers: readonly string[]
}

export type TaggedRow = { readonly cells: readonly TaggedCell[] }

/**
 * Puts each cell into the next free column of its row; cells that span rows occupy columns of later rows. Some writers
 * omit empty cells: the cells of a row with missing ones go below the headers they name, or where they are on the page.
 */
export const placeTaggedCells = (tagged: readonly TaggedRow[]): DraftTable => {
  const rows = alongRows(tagged)
  const sequential = placeAll(rows, () => [], taggedPdfLimits.tableColumns)
  const columnCount = sequential.reduce((max, { column, columnSpan }) => Math.max(max, column + columnSpan), 1)
  const isShort = rows.map(({ cells }) => columnCountOfTaggedCells(cells) < columnCount)
  const full = sequential.filter(({ row, columnSpan }) => isShort[row] === false && columnSpan === 1)
  const columns = Array.from({ length: columnCount }, (_, column) =>
    extentOf(full.filter((cell) => cell.column === column)),
  )
  const ids = new Map(full.flatMap(({ id, column }) => (id === '' ? [] : [[id, column] as const])))
  const cells = placeAll(rows, (row, free) => alignRow(row.cells, free, columns, ids), columnCount)
  return {
    rowCount: rows.length,
    columnCount,
    cells: cells.map(({ row, column, rowSpan, columnSpan, text, header, box }) => ({
      row,
      column,
      rowSpan,
      columnSpan,
      text,
      header,
      box,
    })),
  }
}

/**
 * The rows with their cells in the order in which they stand on the page, from the side from which most of them go. Some
 * writers put the cells of a row into the tree in another order, which shuffles the columns. Cells without text keep
 * their places.
 */
const alongRows = (rows: readonly TaggedRow[]): readonly TaggedRow[] => {
  const places = rows.map(({ cells }) => cells.flatMap(({ box }) => (box === null ? [] : [box])))
  const steps = places.flatMap((boxes) => pairwise(boxes).filter(([a, b]) => areBeside(a, b)))
  const toRight = steps.filter(([a, b]) => a[2] <= b[0]).length
  if (toRight === 0 || toRight === steps.length) return rows
  const sign = toRight * 2 >= steps.length ? 1 : -1
  return rows.map((row, index) => {
    const boxes = itemAt(places, index)
    if (boxes.length > taggedPdfLimits.comparedCells || !areSideBySide(boxes)) return row
    const sorted = row.cells
      .flatMap((cell) => (cell.box === null ? [] : [{ cell, left: cell.box[0] * sign }]))
      .toSorted((a, b) => a.left - b.left)
    let next = 0
    return { cells: row.cells.map((cell) => (cell.box === null ? cell : itemAt(sorted, next++).cell)) }
  })
}

const areSideBySide = (boxes: readonly Box[]): boolean =>
  boxes.every((a, at) => boxes.every((b, other) => at === other || areBeside(a, b)))

/** Whether two texts share no place across the page. */
const areBeside = (a: Box, b: Box): boolean => a[2] <= b[0] || b[2] <= a[0]

const columnCountOfTaggedCells = (cells: readonly TaggedCell[]): number =>
  cells.reduce((sum, { columnSpan }) => sum + columnSpan, 0)

type PlacedTaggedCell = TaggedCell & { readonly row: number; readonly column: number }

/** Places cells row by row; `choose` returns the free columns in which the cells of a row begin. */
const placeAll = (
  rows: readonly TaggedRow[],
  choose: (row: TaggedRow, free: readonly number[]) => readonly number[],
  columnCount: number,
): PlacedTaggedCell[] => {
  const placed: PlacedTaggedCell[] = []
  /** The row from which each column is free again. */
  const freeFrom: number[] = []
  for (const [row, tagged] of rows.entries()) {
    const free = Array.from({ length: columnCount }, (_, column) => column).filter(
      (column) => (freeFrom[column] ?? 0) <= row,
    )
    const wanted = choose(tagged, free)
    let next = 0
    for (const [index, cell] of tagged.cells.entries()) {
      const column = free.find((one) => one >= Math.max(next, wanted[index] ?? 0))
      if (column === undefined) break
      let columnSpan = 1
      while (columnSpan < cell.columnSpan && free.includes(column + columnSpan)) columnSpan += 1
      const rowSpan = Math.min(cell.rowSpan, rows.length - row)
      for (let taken = column; taken < column + columnSpan; taken += 1) freeFrom[taken] = row + rowSpan
      next = column + columnSpan
      placed.push({ ...cell, row, column, rowSpan, columnSpan })
    }
  }
  return placed
}

type Extent = readonly [left: number, right: number] | null

const extentOf = (cells: readonly TaggedCell[]): Extent => {
  const box = union(cells.flatMap((cell) => (cell.box === null ? [] : [cell.box])))
  return box === null ? null : [box[0], box[2]]
}

const alignRow = (
  cells: readonly TaggedCell[],
  free: readonly number[],
  columns: readonly Extent[],
  ids: ReadonlyMap<string, number>,
): readonly number[] => {
  if (columnCountOfTaggedCells(cells) >= free.length) return []
  const chosen: number[] = []
  for (const [index, cell] of cells.entries()) {
    // Columns are left for the cells that follow.
    const last = free.length - columnCountOfTaggedCells(cells.slice(index))
    const open = free.slice(0, last + 1).filter((column) => column > (chosen.at(-1) ?? -1))
    const named = cell.headers
      .map((header) => ids.get(header))
      .find((column) => column !== undefined && open.includes(column))
    chosen.push(named ?? nearestColumnOfBox(cell.box, open, columns))
  }
  return chosen
}

/** The column with which the box shares most, or to which it is closest. */
const nearestColumnOfBox = (box: Box | null, open: readonly number[], columns: readonly Extent[]): number => {
  const [first = 0] = open
  if (box === null) return first
  const gap = (column: number): number => {
    const extent = columns[column] ?? null
    return extent === null ? Infinity : Math.max(extent[0], box[0]) - Math.min(extent[1], box[2])
  }
  return open.reduce((best, column) => (gap(column) < gap(best) ? column : best), first)
}
