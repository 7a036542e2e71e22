import { union, type Box } from '@polyparse/document'
import { textOfLine, type DraftCell, type DraftTable } from '../../paged/draft.ts'
import { makeLines } from '../lines.ts'
import type { ContentWord } from '../page-content.ts'
import { gridColumns, gridRows, withoutEmpty, type Grid, type GridCell } from './grid.ts'
import { isCaptionLabel, isNoteLabel } from './labels.ts'
import { textOf } from './rows/text-rows.ts'
import { isTable, type Evidence } from './verdict.ts'

/** A table of a page, with all the words that it is made of. */
export type FoundTable = {
  readonly box: Box
  readonly table: DraftTable
  readonly words: ReadonlySet<ContentWord>
}

/** In points: what is thinner and empty stands between two lines drawn for one. */
const thinnest = 8

/** A grid as a table, without what only stands near it; null when it is none. */
export const foundTable = (whole: Grid, evidence: Evidence): FoundTable | null => {
  const trimmed = withoutSurroundings(withoutEmpty(whole, evidence === 'lattice' ? thinnest : Infinity))
  if (!isTable(trimmed, evidence)) return null
  const grid = inReadingDirection(trimmed)
  const words = new Set(grid.cells.flatMap((cell) => cell.words))
  const text = union([...words].map(({ box }) => box))
  if (text === null) return null
  const box: Box = [
    Math.min(...grid.xs, text[0]),
    Math.min(...grid.ys, text[1]),
    Math.max(...grid.xs, text[2]),
    Math.max(...grid.ys, text[3]),
  ]
  return { box, table: draftTable(grid), words }
}

/** A table without its caption and its notes, where they stand within its frame or as close as its rows do. */
export const withoutSurroundings = (grid: Grid): Grid => {
  let trimmed = grid
  while (gridRows(trimmed) > 2 && isCaption(rowOf(trimmed, 0))) trimmed = withoutRow(trimmed, 0)
  while (gridRows(trimmed) > 2 && isNote(rowOf(trimmed, gridRows(trimmed) - 1), gridColumns(trimmed)))
    trimmed = withoutRow(trimmed, gridRows(trimmed) - 1)
  return trimmed
}

const rowOf = ({ cells }: Grid, row: number): GridCell[] =>
  cells.filter((cell) => cell.row <= row && cell.row + cell.rowSpan > row && cell.words.length > 0)

const isCaption = (cells: readonly GridCell[]): boolean => {
  const [only] = cells
  return cells.length === 1 && only !== undefined && only.rowSpan === 1 && isCaptionLabel(textOf(only.words))
}

const isNote = (cells: readonly GridCell[], columns: number): boolean => {
  const [only] = cells
  if (only === undefined || cells.some(({ rowSpan }) => rowSpan > 1)) return false
  const text = textOf(only.words)
  if (isNoteLabel(text) && only.column === 0 && (cells.length === 1 || text.endsWith(':'))) return true
  return cells.length === 1 && only.columnSpan === columns && only.words.length > 14
}

const withoutRow = ({ xs, ys, cells, headerRows }: Grid, row: number): Grid => ({
  xs,
  ys: ys.filter((_, index) => index !== (row === 0 ? 0 : row + 1)),
  cells: cells
    .filter((cell) => cell.row !== row)
    .map((cell) => (cell.row > row ? { ...cell, row: cell.row - 1 } : cell)),
  headerRows: row < headerRows ? headerRows - 1 : headerRows,
})

const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u

/** A table in a script that is written from the right has its first column there. */
export const inReadingDirection = (grid: Grid): Grid => {
  const words = grid.cells.flatMap((cell) => cell.words)
  const turned = words.filter(({ text }) => rightToLeft.test(text)).length
  if (turned * 2 <= words.length) return grid
  const columns = gridColumns(grid)
  return {
    ...grid,
    xs: grid.xs.toReversed(),
    cells: grid.cells.map((cell) => ({ ...cell, column: columns - cell.column - cell.columnSpan })),
  }
}

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
      box: boxOfCell(grid, cell),
    })),
})

/** The ends of columns run from the right in a table that is read from there. */
const boxOfCell = ({ xs, ys }: Grid, { row, column, rowSpan, columnSpan }: GridCell): Box => {
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
