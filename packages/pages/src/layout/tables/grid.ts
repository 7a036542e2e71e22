import { itemAt } from '@polyparse/document/items'
import type { ContentWord, Rule } from '../page-content.ts'

/*
 * The stages of a table before its verdict: a zone, in which a table may be, and a grid, whose cells still hold their
 * words. Heights and widths are in points, from the top left of the page.
 */

/** A place that may hold a table whose cells are not all drawn. */
export type Zone = {
  readonly left: number
  readonly right: number
  readonly words: readonly ContentWord[]
  /** Horizontal lines in it. */
  readonly rules: readonly Rule[]
  /** The ends of columns, the outer ones included, where they are drawn; else null. */
  readonly xs: readonly number[] | null
}

/**
 * Cells by row and column, counted from 0. `xs` and `ys` are the ends of columns and rows, the outer ones included. A
 * place without a cell is empty.
 */
export type Grid = {
  readonly xs: readonly number[]
  readonly ys: readonly number[]
  readonly cells: readonly GridCell[]
  readonly headerRows: number
}

export type GridCell = {
  readonly row: number
  readonly column: number
  readonly rowSpan: number
  readonly columnSpan: number
  readonly words: readonly ContentWord[]
}

/** The number of rows of a grid. */
export const gridRows = ({ ys }: Grid): number => ys.length - 1

/** The number of columns of a grid. */
export const gridColumns = ({ xs }: Grid): number => xs.length - 1

/**
 * The index of the column, or row, between whose ends a position lies; the nearest one when it lies outside of all.
 * @example placeInGrid([0, 100, 200], 150) // 1
 */
export const placeInGrid = (ends: readonly number[], at: number): number => {
  let [low, high] = [0, ends.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((ends[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}

/** Drops the rows and columns that hold nothing of their own and are less than `thinner` points high or wide. */
export const withoutEmpty = (grid: Grid, thinner: number): Grid => {
  const rows = usedBy(grid, gridRows(grid), ({ row, rowSpan }) => [row, rowSpan]).map(
    (used, row) => used || itemAt(grid.ys, row + 1) - itemAt(grid.ys, row) >= thinner,
  )
  const columns = usedBy(grid, gridColumns(grid), ({ column, columnSpan }) => [column, columnSpan]).map(
    (used, column) => used || itemAt(grid.xs, column + 1) - itemAt(grid.xs, column) >= thinner,
  )
  if (rows.every(Boolean) && columns.every(Boolean)) return grid
  const cells = grid.cells.flatMap((cell): GridCell[] => {
    const [row, rowSpan] = shrink(rows, cell.row, cell.rowSpan)
    const [column, columnSpan] = shrink(columns, cell.column, cell.columnSpan)
    return rowSpan === 0 || columnSpan === 0 ? [] : [{ ...cell, row, rowSpan, column, columnSpan }]
  })
  const kept = (ends: readonly number[], used: readonly boolean[]): number[] =>
    ends.filter(
      (_, index) => used[index] === true || (index > 0 && used[index - 1] === true && !used.slice(index).some(Boolean)),
    )
  return {
    xs: kept(grid.xs, columns),
    ys: kept(grid.ys, rows),
    cells,
    headerRows: rows.slice(0, grid.headerRows).filter(Boolean).length,
  }
}

/**
 * Tells of each row, or column, whether it has a cell with words to itself or begins one that spans several empty ones.
 */
const usedBy = (
  { cells }: Grid,
  count: number,
  extent: (cell: GridCell) => readonly [start: number, span: number],
): boolean[] => {
  const used = Array.from({ length: count }, () => false)
  const filled = cells.filter(({ words }) => words.length > 0).map(extent)
  for (const [start, span] of filled) if (span === 1) used[start] = true
  for (const [start, span] of filled) {
    const found = used.indexOf(true, start)
    if (found === -1 || found >= start + span) used[start] = true
  }
  return used
}

const shrink = (used: readonly boolean[], start: number, span: number): readonly [start: number, span: number] => [
  used.slice(0, start).filter(Boolean).length,
  used.slice(start, start + span).filter(Boolean).length,
]
