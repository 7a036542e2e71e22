import { rowsOfBlocks } from './blocks.ts'
import { closestReach, tellsByDistance } from './distances.ts'
import {
  areSentences,
  areWrappedText,
  countNumberColumns,
  isOnePrintedLine,
  isWrapped,
  pairsOfLines,
  type LinePair,
  type TextExtent,
} from './line-pairs.ts'
import { distances, wrapping } from './parameters.ts'
import { columnsAfter, isInterrupted, noColumns, type RowColumns } from './row-columns.ts'
import { textGoesOn } from './text-goes-on.ts'
import { columnsOfLine, type PlacedRow } from './text-rows.ts'

/*
 * Says which lines of text make one row of a table. Cells with more text than fits on one line are the rule in some
 * tables and absent in others.
 *
 * Where cells are set in the middle of their rows, the white in each column tells the rows (blocks.ts). Otherwise a state
 * machine takes the lines from the top. Its state is the open row: the lines of it, and what each column has had
 * (row-columns.ts). The next line goes on the open row, or opens another. That depends on its position below the last:
 *
 *     position                                      the line goes on the open row
 *     divided   something is drawn between them     never
 *     level     both are one printed line           if its columns are free, or the table is ruled
 *     fenced    the table is ruled, not between     if it is wrapped text, or one column goes on without numbers
 *     close     like the closest lines              where distance separates rows; else if its text goes on
 *     apart     none of these                       never
 *
 * Rows are told by distance if close lines are wrapped text, other lines are not close or all of them divided by what is
 * drawn, and no cell gets a hole by it; otherwise by what the text says (text-goes-on.ts).
 */

/** Lines that make one row of the table, from the top. */
export type RowGroup = readonly PlacedRow[]

type GroupRowsOptions = {
  /** The text of each column, from the left. */
  readonly extents: readonly TextExtent[]
  /** Tells whether something is drawn between two lines. */
  readonly isDivided: (above: PlacedRow, below: PlacedRow) => boolean
  /** True if what is drawn divides every row from the next, so that lines it does not divide belong together. */
  readonly isRuled: boolean
}

/** The lines of a table as its rows, from the top. */
export const groupRows = (lines: readonly PlacedRow[], options: GroupRowsOptions): readonly RowGroup[] => {
  const { extents } = options
  const centred = rowsOfBlocks(lines, (column, size) => isWrapped(column, size, extents))
  if (centred !== null && !centred.some((row) => isCut(row, options))) return centred
  const pairs = pairsOfLines(lines)
  const undivided = pairs.filter((pair) => !isOnePrintedLine(pair) && !options.isDivided(pair.above, pair.below))
  const reach = closestReach(undivided)
  const isDrawnBetween = undivided.length < pairs.length && areSentences(undivided, extents)
  const byDistance =
    isDrawnBetween || tellsByDistance(undivided, (pair) => areWrappedText(pair, extents))
      ? takeLines(lines, pairs, { ...options, reach, toldBy: 'distance' })
      : null
  const rows =
    byDistance === null || byDistance.some(({ columns }) => isInterrupted(columns))
      ? takeLines(lines, pairs, { ...options, reach, toldBy: 'text' })
      : byDistance
  return rows.map((row) => row.lines)
}

/** Tells whether something is drawn between two lines of a row. */
const isCut = (row: RowGroup, { isDivided }: GroupRowsOptions): boolean =>
  pairsOfLines(row).some(({ above, below }) => isDivided(above, below))

/** The facts about the whole table by which its lines are grouped. */
type LineTaking = GroupRowsOptions & {
  /** Up to this many points, lines are as close as the closest. */
  readonly reach: number
  readonly toldBy: 'distance' | 'text'
}

type OpenRow = { readonly lines: PlacedRow[]; columns: RowColumns }

const takeLines = (lines: readonly PlacedRow[], pairs: readonly LinePair[], taking: LineTaking): OpenRow[] => {
  const rows = lines.slice(0, 1).map(openRow)
  for (const pair of pairs) {
    const row = rows.at(-1)
    if (row !== undefined && goesOn[positionOf(pair, taking)](row.columns, pair, taking)) {
      row.lines.push(pair.below)
      row.columns = columnsAfter(row.columns, pair.below)
    } else rows.push(openRow(pair.below))
  }
  return rows
}

const openRow = (line: PlacedRow): OpenRow => ({ lines: [line], columns: columnsAfter(noColumns, line) })

/** The position of a line below the last one of the open row. */
type LinePosition = 'divided' | 'level' | 'fenced' | 'close' | 'apart'

const positionOf = (pair: LinePair, { isDivided, isRuled, reach }: LineTaking): LinePosition => {
  const { above, below, pitch } = pair
  if (isDivided(above, below)) return 'divided'
  if (isOnePrintedLine(pair)) return 'level'
  if (isRuled && pitch < above.size * distances.maxPitch) return 'fenced'
  return pitch <= Math.min(reach, Math.max(above.size, below.size) * distances.maxPitch) ? 'close' : 'apart'
}

/** Tells whether a line goes on the open row, whose columns have had this. */
const goesOn: Readonly<Record<LinePosition, (row: RowColumns, pair: LinePair, taking: LineTaking) => boolean>> = {
  divided: () => false,
  level: (row, { below }, { isRuled }) => isRuled || columnsOfLine(below).isDisjointFrom(row),
  fenced: (_row, pair, { extents }) =>
    areWrappedText(pair, extents) ||
    (pair.shared.length <= wrapping.maxUnwrappedColumns && countNumberColumns(pair) === 0),
  close: (row, pair, { extents, toldBy }) => toldBy === 'distance' || textGoesOn(row, pair, extents),
  apart: () => false,
}
