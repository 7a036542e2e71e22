import { type Box, union } from '@polyparse/document'
import { firstOf, itemAt, lastOf, pairwise } from '@polyparse/document/items'
import type { DraftTable } from '../../paged/draft.ts'
import { placeByPage } from './place-by-page.ts'
import { taggedPdfLimits } from './parameters.ts'
import type { TaggedCell, TaggedRow } from './tagged-row.ts'

/**
 * Puts each cell into the next free column of its row; cells that span rows occupy columns of later rows. Some writers
 * omit empty cells: the cells of a row with missing ones go below the headers they name, or where they are on the page.
 */
export const placeTaggedCells = (tagged: readonly TaggedRow[]): DraftTable => {
  const rows = alongRows(tagged)
  const sequential = placeAll(rows, () => [], taggedPdfLimits.tableColumns)
  const columnCount = sequential.reduce((max, { column, columnSpan }) => Math.max(max, column + columnSpan), 1)
  const isShort = rows.map(({ cells }) => columnCountOfTaggedCells(cells) < columnCount)
  const full = sequential.filter(({ row }) => isShort[row] === false)
  const { columns, areOwn } = extentsOfColumns(full, columnCount)
  const byPage = isShort.includes(true) && !areOwn ? placeByPage(rows) : null
  if (byPage !== null) return byPage
  const headers = new Map(full.flatMap((cell) => (cell.id === '' ? [] : [[cell.id, cell] as const])))
  const cells = placeAll(rows, (row, free) => alignRow(row.cells, free, { columns, headers }), columnCount)
  return {
    rowCount: rows.length,
    columnCount,
    cells: cells.map(({ id: _id, headers: _headers, ...cell }) => cell),
  }
}

/**
 * The rows with their cells in the order that they have on the page, from the side from which most of them go. Some
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

/** Tells whether two texts share no place across the page. */
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

/**
 * Returns where the texts of each column are, and whether each has one of its own. Another column is where the texts
 * are that span it, or else between its neighbours.
 */
const extentsOfColumns = (
  full: readonly PlacedTaggedCell[],
  columnCount: number,
): { readonly columns: readonly Extent[]; readonly areOwn: boolean } => {
  const [own, spanning] = [new Map<number, Box>(), new Map<number, Box>()]
  for (const { box, column, columnSpan } of full) {
    if (box === null) continue
    const boxes = columnSpan === 1 ? own : spanning
    for (let at = column; at < column + columnSpan; at += 1) boxes.set(at, union([box, boxes.get(at) ?? box]) ?? box)
  }
  const known = Array.from({ length: columnCount }, (_, column): Extent => {
    const box = own.get(column) ?? spanning.get(column)
    return box === undefined ? null : [box[0], box[2]]
  })
  return { columns: known.map((extent, column) => extent ?? between(known, column)), areOwn: own.size === columnCount }
}

/** The place of a column between its neighbours; null where no other has one. */
const between = (known: readonly Extent[], column: number): Extent => {
  const before = known.slice(0, column).findLast((extent) => extent !== null)
  const after = known.slice(column + 1).find((extent) => extent !== null)
  if (before !== undefined && after !== undefined)
    return before[0] < after[0] ? [before[1], after[0]] : [after[1], before[0]]
  const only = before ?? after
  if (only === undefined) return null
  const extents = known.filter((extent) => extent !== null)
  const isMirrored = firstOf(extents)[0] > lastOf(extents)[0]
  return (before === undefined) === isMirrored ? [only[1], Infinity] : [-Infinity, only[0]]
}

type ColumnsOfHeaders = {
  readonly columns: readonly Extent[]
  /** The headers by their ids. */
  readonly headers: ReadonlyMap<string, PlacedTaggedCell>
}

const alignRow = (
  cells: readonly TaggedCell[],
  free: readonly number[],
  { columns, headers }: ColumnsOfHeaders,
): readonly number[] => {
  if (columnCountOfTaggedCells(cells) >= free.length) return []
  const chosen: number[] = []
  for (const [index, cell] of cells.entries()) {
    // Columns are left for the cells that follow.
    const last = free.length - columnCountOfTaggedCells(cells.slice(index))
    const open = free.slice(0, last + 1).filter((column) => column > (chosen.at(-1) ?? -1))
    const below = narrowest(
      cell.headers
        .flatMap((id) => headers.get(id) ?? [])
        .map(({ column, columnSpan }) => open.filter((one) => one >= column && one < column + columnSpan)),
    )
    chosen.push(nearestColumnOfBox(cell.box, below ?? open, columns))
  }
  return chosen
}

/** The fewest columns among some choices that leave any. */
const narrowest = (choices: readonly (readonly number[])[]): readonly number[] | undefined =>
  choices.filter(({ length }) => length > 0).toSorted((a, b) => a.length - b.length)[0]

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
