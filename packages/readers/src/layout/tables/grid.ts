import type { ContentWord, Rule } from '../page-content.ts'

/** Where a table may stand of which not every cell is drawn. */
export type Zone = {
  readonly left: number
  readonly right: number
  readonly words: readonly ContentWord[]
  /** Horizontal lines in it. */
  readonly rules: readonly Rule[]
  /** Where columns end, if that is drawn. */
  readonly xs: readonly number[] | null
}

/** A table whose cells still hold their words. Places that no cell covers are empty. */
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

export const gridRows = ({ ys }: Grid): number => ys.length - 1
export const gridColumns = ({ xs }: Grid): number => xs.length - 1

/** The column, or row, in which a position lies; the nearest one where it lies outside. */
export const placeOf = (ends: readonly number[], at: number): number => {
  let [low, high] = [0, ends.length - 2]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((ends[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}

/** Without the rows and columns that hold nothing of their own and are thinner than so many points. */
export const withoutEmpty = (grid: Grid, thinner: number): Grid => {
  const rows = usedBy(grid, gridRows(grid), ({ row, rowSpan }) => [row, rowSpan]).map(
    (used, row) => used || (grid.ys[row + 1] ?? 0) - (grid.ys[row] ?? 0) >= thinner,
  )
  const columns = usedBy(grid, gridColumns(grid), ({ column, columnSpan }) => [column, columnSpan]).map(
    (used, column) => used || (grid.xs[column + 1] ?? 0) - (grid.xs[column] ?? 0) >= thinner,
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

/** Which rows, or columns, hold a cell with words that reaches no further, or the start of one that does. */
const usedBy = (
  { cells }: Grid,
  count: number,
  extent: (cell: GridCell) => readonly [start: number, span: number],
): boolean[] => {
  const used = Array.from({ length: count }, () => false)
  const filled = cells.filter(({ words }) => words.length > 0).map(extent)
  for (const [start, span] of filled) if (span === 1) used[start] = true
  for (const [start, span] of filled) if (!used.slice(start, start + span).some(Boolean)) used[start] = true
  return used
}

const shrink = (used: readonly boolean[], start: number, span: number): readonly [start: number, span: number] => [
  used.slice(0, start).filter(Boolean).length,
  used.slice(start, start + span).filter(Boolean).length,
]
