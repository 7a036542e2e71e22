import { type FlowBlock, tableBlock } from '../../flow/flow.ts'
import { withHeaderRow } from '../tables.ts'

/** A cell of a table by where it lies on the slide, in units of 1/576 inch. */
export type PlacedCell = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly text: string
}

/** Cells of a table; more are data, not a slide. */
const maxCells = 10_000

/** The table that cells make by their places: rows begin at their tops, columns at their left edges. */
export const tableOfPlaces = (placed: readonly PlacedCell[]): FlowBlock[] => {
  if (!placed.some(({ text }) => text !== '') || placed.length > maxCells) return []
  const rows = starts(placed.map(({ top }) => top))
  const columns = starts(placed.map(({ left }) => left))
  const cells = placed
    .map(({ left, top, right, bottom, text }) => {
      const [row, column] = [rows.indexOf(top), columns.indexOf(left)]
      const rowSpan = Math.max(1, rows.filter((start) => start >= top && start < bottom).length)
      const columnSpan = Math.max(1, columns.filter((start) => start >= left && start < right).length)
      return { row, column, rowSpan, columnSpan, text, header: false }
    })
    .toSorted((a, b) => a.row - b.row || a.column - b.column)
  return [
    tableBlock({ rowCount: rows.length, columnCount: columns.length, cells: withHeaderRow(cells, columns.length) }),
  ]
}

const starts = (places: readonly number[]): number[] => [...new Set(places)].toSorted((a, b) => a - b)
