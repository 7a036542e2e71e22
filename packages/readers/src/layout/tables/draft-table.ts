import type { Box } from '@polyparse/document'
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

/** The ends of columns run from the right in a table that is read from there. */
const boxOf = ({ xs, ys }: Grid, { row, column, rowSpan, columnSpan }: GridCell): Box => {
  const [start, end] = [xs[column] ?? 0, xs[column + columnSpan] ?? 0]
  return [Math.min(start, end), ys[row] ?? 0, Math.max(start, end), ys[row + rowSpan] ?? 0]
}

const leader = /^(?:[.·…_]\s?){3,}$/u

/** The lines of a cell joined by spaces; a word that a hyphen divides at the end of a line is whole again. */
export const cellText = (words: readonly ContentWord[]): string =>
  makeLines(words.filter(({ text }) => !leader.test(text)))
    .map(textOfLine)
    .reduce((text, line) => joinLines(text, line), '')
    .trim()

const dividedWord = /(?<=\p{L}{2})-$/u

const joinLines = (text: string, line: string): string => {
  if (text === '') return line
  if (!dividedWord.test(text) || !/^\p{Ll}/u.test(line)) return `${text} ${line}`
  // A word with more hyphens than one has this one for its own.
  const isCompound = /-\S*-$/u.test(text)
  return isCompound ? text + line : text.replace(dividedWord, '') + line
}
