import type { CellValue, TableValue } from '@polyparse/document/schema'

/** A part that begins in a row of a table: a cell, or columns side by side without any. */
type PartOfRow =
  | { readonly kind: 'cell'; readonly column: number; readonly cell: CellValue }
  | { readonly kind: 'gap'; readonly column: number; readonly columnSpan: number }

export type RowOfTable = { readonly row: number; readonly parts: readonly PartOfRow[] }

/**
 * The rows of a table that have cells, so that every cell is in its own column. There are at most as many gaps as cells
 * and rows.
 */
export const rowsOfShownTable = ({ rows, cells }: Pick<TableValue, 'rows' | 'cells'>): RowOfTable[] => {
  const columnCount = rows[0]?.length ?? 0
  let reaching: readonly CellValue[] = []
  return [...Map.groupBy(cells, ({ row }) => row)].map(([row, own]) => {
    reaching = reaching.filter((cell) => cell.row + cell.rowSpan > row)
    const parts: PartOfRow[] = []
    let column = 0
    for (const cell of [...reaching, ...own].toSorted((one, other) => one.column - other.column)) {
      if (cell.column > column) parts.push({ kind: 'gap', column, columnSpan: cell.column - column })
      if (cell.row === row) parts.push({ kind: 'cell', column: cell.column, cell })
      column = Math.max(column, cell.column + cell.columnSpan)
    }
    if (column < columnCount) parts.push({ kind: 'gap', column, columnSpan: columnCount - column })
    reaching = [...reaching, ...own.filter(({ rowSpan }) => rowSpan > 1)]
    return { row, parts }
  })
}
