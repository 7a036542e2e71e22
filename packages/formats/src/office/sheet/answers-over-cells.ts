import { type FlowBlock, type FlowRun, paragraphOf } from '../../flow/flow.ts'
import type { SheetCell } from './sheet-cell.ts'

/** The row in the middle of a control, and the first and last column that it is over. */
export type ControlPlace = { readonly row: number; readonly columns: readonly [from: number, to: number] }

/** Two corners of a control, in rows and columns from 0, with the part of each that is left of them or above. */
type ControlCorners = {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** The share of a column, at its right, in which a control that begins belongs to the next column. */
const partOfColumnBefore = 0.25

export const placeOfCorners = ({ left, top, right, bottom }: ControlCorners): ControlPlace => {
  const from = Math.floor(left + partOfColumnBefore)
  return { row: Math.floor((top + bottom) / 2), columns: [from, Math.max(from, Math.floor(right))] }
}

export type PlacedAnswer = ControlPlace & { readonly runs: readonly FlowRun[] }

type CellsWithAnswers = {
  /** The cells, with the answers that float over those that are empty. */
  readonly cells: readonly SheetCell[]
  /** Answers with labels of their own, and those that float over cells with text, from top to bottom. */
  readonly blocks: readonly FlowBlock[]
}

/** Columns under a control that are looked at for an empty cell. */
const maxColumnsUnderControl = 4

/**
 * Answers without labels of their own are put into the cells that they lie over, beside the texts that say what they
 * are.
 */
export const answersOverCells = (cells: readonly SheetCell[], answers: readonly PlacedAnswer[]): CellsWithAnswers => {
  const taken = new Set(cells.map(({ row, column }) => `${row} ${column}`))
  const added: SheetCell[] = []
  const blocks: FlowBlock[] = []
  for (const { row, columns, runs } of answers.toSorted((a, b) => a.row - b.row || a.columns[0] - b.columns[0])) {
    const [from, to] = columns
    const candidates = Array.from(
      { length: Math.min(to - from + 1, maxColumnsUnderControl) },
      (_, index) => from + index,
    )
    const column = candidates.find((one) => !taken.has(`${row} ${one}`))
    if (runs.length > 1 || column === undefined) blocks.push(paragraphOf(runs))
    else {
      taken.add(`${row} ${column}`)
      added.push({ row, column, rowSpan: 1, columnSpan: 1, text: runs.map(({ text }) => text).join(''), runs })
    }
  }
  if (added.length === 0) return { cells, blocks }
  return { cells: [...cells, ...added].toSorted((a, b) => a.row - b.row || a.column - b.column), blocks }
}
