import { type ReadingTable, teds } from '@polyparse/compare'
import { placeCells, type Grid } from '../markdown/grid.ts'
import { align, type Pair } from './align.ts'
import { fold } from './fold.ts'

export type { ReadingTable }

/** Tables less similar than this do not correspond to each other. */
const leastAlike = 0.2

/** A grid as the table that `teds` compares, without completely empty rows and columns; null when nothing is left. */
export const tableOf = (grid: Grid): ReadingTable | null => {
  const cells = placeCells(grid).map((cell) => ({ ...cell, text: fold(cell.text) }))
  const usedRows = new Set<number>()
  const usedColumns = new Set<number>()
  for (const { text, row, column, rowSpan, columnSpan } of cells) {
    if (text === '') continue
    for (let step = 0; step < rowSpan; step += 1) usedRows.add(row + step)
    for (let step = 0; step < columnSpan; step += 1) usedColumns.add(column + step)
  }
  const [rows, columns] = [usedRows, usedColumns].map((used) => [...used].toSorted((one, other) => one - other))
  if (rows === undefined || columns === undefined || rows.length === 0) return null
  const within = (used: readonly number[], from: number, span: number): number =>
    used.filter((place) => place >= from && place < Math.min(from + span, 10_000)).length
  return {
    page: 1,
    bbox: null,
    rowCount: rows.length,
    columnCount: columns.length,
    cells: cells.flatMap(({ text, row, column, ...cell }) => {
      const rowSpan = within(rows, row, Math.min(cell.rowSpan, grid.length - row))
      const columnSpan = within(columns, column, cell.columnSpan)
      if (rowSpan === 0 || columnSpan === 0) return []
      return [
        {
          row: rows.filter((place) => place < row).length,
          column: columns.filter((place) => place < column).length,
          ...(rowSpan > 1 && { rowSpan }),
          ...(columnSpan > 1 && { columnSpan }),
          text,
        },
      ]
    }),
  }
}

/** Which tables of a reading correspond to which of the truth, in the order of both. */
export const matchTables = (truth: readonly ReadingTable[], read: readonly ReadingTable[]): Pair[] =>
  align(truth.length, read.length, (index, other) => {
    const alike = tedsOf(truth[index], read[other])
    return alike < leastAlike ? 0 : alike
  })

/**
 * TEDS over a document, 0 to 1: the tree edit distance similarity of the corresponding tables, and 0 for each that only
 * one side has. Null when the truth has no tables.
 */
export const scoreTables = (truth: readonly ReadingTable[], read: readonly ReadingTable[]): number | null => {
  if (truth.length === 0) return null
  const pairs = matchTables(truth, read)
  const sum = pairs.reduce((total, [index, other]) => total + tedsOf(truth[index], read[other]), 0)
  return sum / (truth.length + read.length - pairs.length)
}

const tedsOf = (one: ReadingTable | undefined, other: ReadingTable | undefined): number =>
  one === undefined || other === undefined ? 0 : teds(one, other)
