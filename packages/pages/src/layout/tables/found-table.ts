import { union, type Box } from '@polyparse/document'
import { isCaptionLabel, isNoteLabel } from '../../language/captions.ts'
import { isLeader } from '../../language/leaders.ts'
import { areMostlyRightToLeft } from '../../language/direction.ts'
import { jointOf } from '../../language/line-joints.ts'
import { meanConfidence, textOfCellLine, type DraftCell, type DraftTable } from '../../paged/draft.ts'
import { markedRuns } from '../../paged/runs.ts'
import { makeLines, type TextLine } from '../layout-lines.ts'
import type { ContentWord } from '../page-content.ts'
import { gridColumns, gridRows, withoutEmpty, type Grid, type GridCell } from './grid.ts'
import { divideFusedColumns } from './ruled/divide-columns.ts'
import { surroundings } from './parameters.ts'
import { textOfWords } from './rows/text-rows.ts'
import { isTable, type Evidence } from './verdict.ts'
import { maxOf, minOf } from '@polyparse/engine'

/*
 * Turns a grid of words into a table of the page: without its caption and notes, its columns in reading order, the
 * words of each cell as one text. A grid that does not pass the verdict is not a table, and its words stay in the text.
 */

/** A table of a page, with all the words that it is made of. */
export type FoundTable = {
  readonly box: Box
  readonly table: DraftTable
  readonly words: ReadonlySet<ContentWord>
}

/** A grid as a table, without the caption and the notes around it. Returns null when it is not a table after all. */
export const foundTable = (whole: Grid, evidence: Evidence): FoundTable | null => {
  const divided = evidence === 'lattice' ? divideFusedColumns(whole) : whole
  const trimmed = withoutSurroundings(
    withoutEmpty(divided, evidence === 'lattice' ? surroundings.minEmptyExtent : Infinity),
  )
  if (!isTable(trimmed, evidence)) return null
  const grid = inReadingDirection(trimmed)
  const words = new Set(grid.cells.flatMap((cell) => cell.words))
  const text = union([...words].map(({ box }) => box))
  if (text === null) return null
  const box: Box = [
    Math.min(minOf(grid.xs), text[0]),
    Math.min(minOf(grid.ys), text[1]),
    Math.max(maxOf(grid.xs), text[2]),
    Math.max(maxOf(grid.ys), text[3]),
  ]
  return { box, table: draftTable(grid), words }
}

/**
 * Drops the caption and the notes of a table that are within its frame, or as close to its rows as they to each
 * other.
 */
export const withoutSurroundings = (grid: Grid): Grid => {
  let trimmed = grid
  while (gridRows(trimmed) > surroundings.minRows && isCaption(cellsOfGridRow(trimmed, 0)))
    trimmed = withoutRow(trimmed, 0)
  while (
    gridRows(trimmed) > surroundings.minRows &&
    isTableNoteRow(cellsOfGridRow(trimmed, gridRows(trimmed) - 1), gridColumns(trimmed))
  )
    trimmed = withoutRow(trimmed, gridRows(trimmed) - 1)
  return trimmed
}

const cellsOfGridRow = ({ cells }: Grid, row: number): GridCell[] =>
  cells.filter((cell) => cell.row <= row && cell.row + cell.rowSpan > row && cell.words.length > 0)

const isCaption = (cells: readonly GridCell[]): boolean => {
  const [only] = cells
  return cells.length === 1 && only !== undefined && only.rowSpan === 1 && isCaptionLabel(textOfWords(only.words))
}

const isTableNoteRow = (cells: readonly GridCell[], columns: number): boolean => {
  const [only] = cells
  if (only === undefined || cells.some(({ rowSpan }) => rowSpan > 1)) return false
  const text = textOfWords(only.words)
  if (isNoteLabel(text) && only.column === 0 && (cells.length === 1 || text.endsWith(':'))) return true
  return cells.length === 1 && only.columnSpan === columns && only.words.length >= surroundings.minNoteWords
}

const withoutRow = ({ xs, ys, cells, headerRows }: Grid, row: number): Grid => ({
  xs,
  ys: ys.filter((_, index) => index !== (row === 0 ? 0 : row + 1)),
  cells: cells
    .filter((cell) => cell.row !== row)
    .map((cell) => (cell.row > row ? { ...cell, row: cell.row - 1 } : cell)),
  headerRows: row < headerRows ? headerRows - 1 : headerRows,
})

/** A table in a script that is written from the right has its first column there. */
export const inReadingDirection = (grid: Grid): Grid => {
  const words = grid.cells.flatMap((cell) => cell.words)
  if (!areMostlyRightToLeft(words)) return grid
  const columns = gridColumns(grid)
  return {
    ...grid,
    xs: grid.xs.toReversed(),
    cells: grid.cells.map((cell) => ({ ...cell, column: columns - cell.column - cell.columnSpan })),
  }
}

/**
 * A grid as the table of a draft: its cells from the top left, row by row, with their text and their boxes in points.
 */
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
      ...cellContent(cell.words, cell.row < Math.max(1, grid.headerRows)),
      ...recognized(cell.words),
      box: boxOfCell(grid, cell),
    })),
})

/** Returns how sure the text of a cell is, where it was recognised. */
const recognized = (words: readonly ContentWord[]): Pick<DraftCell, 'confidence'> => {
  const confidence = meanConfidence(words)
  return confidence < 1 ? { confidence } : {}
}

/** The ends of columns run from the right in a table that is read from there. */
const boxOfCell = ({ xs, ys }: Grid, { row, column, rowSpan, columnSpan }: GridCell): Box => {
  const [start, end] = [xs[column] ?? 0, xs[column + columnSpan] ?? 0]
  return [Math.min(start, end), ys[row] ?? 0, Math.max(start, end), ys[row + rowSpan] ?? 0]
}

/** The lines of a cell, joined by spaces in scripts that have them. A word divided by a hyphen becomes whole. */
const cellContent = (words: readonly ContentWord[], isAtTop: boolean): Pick<DraftCell, 'text' | 'runs'> => {
  const lines = makeLines(words.filter(({ text }) => !isLeader(text)))
  const text = lines.map(textOfCellLine).reduce((all, line) => joinCellLines(all, line), '')
  return { text: text.trim(), ...markedRuns(isAtTop ? lines.map(withoutUnderline) : lines) }
}

/** A line below the name of a column is a rule of the table, however short it is. */
const withoutUnderline = (line: TextLine): TextLine => ({
  ...line,
  words: line.words.map((word) =>
    word.style.underlined === true ? { ...word, style: { ...word.style, underlined: false } } : word,
  ),
})

const dividedWord = /(?<=\p{L}{2})-$/u

const joinCellLines = (text: string, line: string): string => {
  if (text === '') return line
  if (!dividedWord.test(text) || !/^\p{Ll}/u.test(line)) return text + jointOf(text, line) + line
  // A word with another hyphen in it is a compound and keeps both.
  const isCompound = /-\S*-$/u.test(text)
  return isCompound ? text + line : text.replace(dividedWord, '') + line
}
