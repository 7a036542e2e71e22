import { columnsOfLine, type PlacedRow } from './text-rows.ts'

/*
 * The state of the columns of a row, line by line. A column without text has none yet; then
 *
 *     line with text      → `going`, which it stays from line to line
 *     line without text   → `ended`
 *     line with text      → `resumed` for good: those are two cells, since the lines of one follow each other
 */

type ColumnState = 'going' | 'ended' | 'resumed'

type RowColumn = {
  readonly state: ColumnState
  /** True if the text of a line begins in it; text over several columns begins in the first alone. */
  readonly begins: boolean
}

/** The columns that have had text. */
export type RowColumns = ReadonlyMap<number, RowColumn>

export const noColumns: RowColumns = new Map()

/** The columns after one more line. */
export const columnsAfter = (columns: RowColumns, line: PlacedRow): RowColumns => {
  const filled = columnsOfLine(line)
  const begun = new Set(line.pieces.map(({ first }) => first))
  return new Map(
    [...filled.union(columns)].map((column) => {
      const before = columns.get(column)
      const state = stateAfter(before?.state, filled.has(column))
      return [column, { state, begins: begun.has(column) || before?.begins === true }]
    }),
  )
}

const stateAfter = (state: ColumnState | undefined, hasText: boolean): ColumnState => {
  if (!hasText) return state === 'resumed' ? 'resumed' : 'ended'
  return state === undefined || state === 'going' ? 'going' : 'resumed'
}

/** Tells whether a column in which text begins has had it twice, with a line without any between. */
export const isInterrupted = (columns: RowColumns): boolean =>
  [...columns.values()].some(({ state, begins }) => begins && state === 'resumed')
