import type { Box } from '../../../document/model.ts'
import { textOfLine, type DraftCell, type DraftTable } from '../../paged/draft.ts'
import { makeLines } from '../lines.ts'
import type { ContentWord } from '../page-content.ts'
import { gridColumns, gridRows, type Grid, type GridCell } from './grid.ts'

/** A grid as the table of a draft: its cells with their text, those without any left out unless they span. */
export const draftTable = (grid: Grid): DraftTable => ({
  rowCount: gridRows(grid),
  columnCount: gridColumns(grid),
  cells: grid.cells
    .toSorted((a, b) => a.row - b.row || a.column - b.column)
    .map((cell): DraftCell => ({
      row: cell.row,
      column: cell.column,
      rowSpan: cell.rowSpan,
      columnSpan: cell.columnSpan,
      header: cell.row < grid.headerRows,
      text: cellText(cell.words),
      box: boxOf(grid, cell),
    })),
})

const boxOf = ({ xs, ys }: Grid, { row, column, rowSpan, columnSpan }: GridCell): Box => [
  xs[column] ?? 0,
  ys[row] ?? 0,
  xs[column + columnSpan] ?? 0,
  ys[row + rowSpan] ?? 0,
]

const leader = /^(?:[.·…_]\s?){3,}$/u

/** The lines of a cell joined by spaces; a word that a hyphen divides at the end of a line is whole again. */
export const cellText = (words: readonly ContentWord[]): string =>
  makeLines(words.filter(({ text }) => !leader.test(text)))
    .map(textOfLine)
    .reduce(
      (text, line) =>
        /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line) ? text.slice(0, -1) + line : joinLines(text, line),
      '',
    )
    .trim()

const joinLines = (text: string, line: string): string => (text === '' ? line : `${text} ${line}`)
