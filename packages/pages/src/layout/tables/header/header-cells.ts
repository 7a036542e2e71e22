import { itemAt } from '@polyparse/document/items'
import type { Rule } from '../../page-content.ts'
import type { GridCell } from '../grid.ts'
import type { RowPiece, PlacedRow } from '../rows/text-rows.ts'
import { overEvenColumns, splitOverColumns, withSpans } from './spans.ts'

/*
 * Makes the cells of a header. Headings of several columns make a level of their own; below them each column has its
 * own heading, of as many lines as it takes.
 */

/** The cells of the header, in `levels` rows; `lastLines[level]` is the index of the last line of text in each. */
type HeaderCells = {
  readonly cells: readonly GridCell[]
  readonly levels: number
  readonly lastLines: readonly number[]
}

type HeaderCellOptions = {
  readonly xs: readonly number[]
  /** Lines that do not go over the whole table. */
  readonly rules: readonly Rule[]
  /** The lines of the table below the header. */
  readonly body: readonly PlacedRow[]
  /** True if the ends of the columns are drawn. */
  readonly isDrawn: boolean
}

/**
 * The lines of a header as cells. A line with a heading of several columns ends a level. All other text of a column is
 * one cell, which reaches up to such a heading and down to the body.
 */
export const headerCells = (header: readonly PlacedRow[], options: HeaderCellOptions): HeaderCells => {
  const { xs } = options
  const lines = header.map((line, index) => splitOverColumns(line, header.slice(index + 1), options))
  const spanned = lines.map((line, index) =>
    overEvenColumns(withSpans(line, lines.slice(index + 1), options), lines[index + 1], xs.length - 1),
  )
  const levelOf: number[] = []
  let level = 0
  for (const [index, line] of spanned.entries()) {
    const above = spanned[index - 1]
    if (above !== undefined && hasSpan(above) && !isSameSpans(above, line)) level += 1
    levelOf.push(level)
  }
  const levels = level + 1
  const cells: { row: number; rowSpan: number; column: number; columnSpan: number; words: RowPiece['words'] }[] = []
  for (const [index, { pieces }] of spanned.entries()) {
    const row = itemAt(levelOf, index)
    for (const { first, last, words } of pieces) {
      const cell = cells.find(
        (one) =>
          one.column === first &&
          one.columnSpan === last - first + 1 &&
          (one.row === row || last === first) &&
          !isCut(one, row),
      )
      if (cell === undefined) cells.push({ row, rowSpan: 1, column: first, columnSpan: last - first + 1, words })
      else {
        cell.words = [...cell.words, ...words]
        cell.rowSpan = row - cell.row + 1
      }
    }
  }
  const lastLines = Array.from({ length: levels }, (_, at) => levelOf.lastIndexOf(at))
  return { cells: cells.map((cell) => stretch(cell, cells, levels)), levels, lastLines }

  function isCut(cell: { column: number; row: number }, row: number): boolean {
    return cells.some(
      (other) => other.columnSpan > 1 && other.row >= cell.row && other.row < row && covers(other, cell.column),
    )
  }
}

const covers = ({ column, columnSpan }: { column: number; columnSpan: number }, at: number): boolean =>
  at >= column && at < column + columnSpan

/** A cell of one column reaches up and down until another cell is in its way. */
const stretch = (cell: GridCell, cells: readonly GridCell[], levels: number): GridCell => {
  if (cell.columnSpan > 1) return cell
  const others = cells.filter((other) => other !== cell && covers(other, cell.column))
  const isFree = (row: number): boolean => !others.some((other) => row >= other.row && row < other.row + other.rowSpan)
  let [top, bottom] = [cell.row, cell.row + cell.rowSpan]
  while (top > 0 && isFree(top - 1)) top -= 1
  while (bottom < levels && isFree(bottom)) bottom += 1
  return { ...cell, row: top, rowSpan: bottom - top }
}

const hasSpan = ({ pieces }: PlacedRow): boolean => pieces.some(({ first, last }) => last > first)

const isSameSpans = (a: PlacedRow, b: PlacedRow): boolean => {
  const spans = (row: PlacedRow): RowPiece[] => row.pieces.filter(({ first, last }) => last > first)
  return (
    spans(b).length > 0 &&
    spans(b).every((span) => spans(a).some((one) => one.first === span.first && one.last === span.last))
  )
}
