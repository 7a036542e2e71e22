import { maxOf } from '@polyparse/engine'
import { type FlowCell, type FlowTable, maxCells, maxColumns } from './flow.ts'

/** A cell as markup has it: in a row, without a column unless it names one (from 0). */
export type MarkupCell = Pick<FlowCell, 'text' | 'runs' | 'blocks' | 'header'> & {
  readonly rowSpan?: number
  readonly columnSpan?: number
  readonly column?: number
}

/**
 * The table of rows of cells, each in the next free column of its row: cells that span rows occupy columns of later
 * rows. Null where there is no cell.
 */
export const placeFlowCells = (allRows: readonly (readonly MarkupCell[])[], caption = ''): FlowTable | null => {
  const rows = allRows.slice(0, maxCells)
  const cells: FlowCell[] = []
  let truncated = rows.length < allRows.length
  /** The row from which each column is free again. */
  const freeFrom: number[] = []
  for (const [row, inRow] of rows.entries()) {
    let next = 0
    for (const { rowSpan: down = 1, columnSpan: across = 1, column = next, ...content } of inRow) {
      next = Math.max(next, column)
      while ((freeFrom[next] ?? 0) > row) next += 1
      if (next >= maxColumns || cells.length >= maxCells) {
        truncated = true
        break
      }
      const columnSpan = clampCellSpan(across, maxColumns - next)
      const rowSpan = clampCellSpan(down, rows.length - row)
      for (let taken = next; taken < next + columnSpan; taken += 1) freeFrom[taken] = row + rowSpan
      cells.push({ row, column: next, rowSpan, columnSpan, ...content })
      next += columnSpan
    }
  }
  if (cells.length === 0) return null
  const columnCount = maxOf(cells.map(({ column, columnSpan }) => column + columnSpan))
  return {
    ...(caption !== '' && { caption }),
    rowCount: rows.length,
    columnCount,
    cells,
    ...(truncated && { truncated }),
  }
}

/** A span, at least 1. */
const clampCellSpan = (span: number, most: number): number => Math.max(1, Math.min(Math.trunc(span) || 1, most))
