import type { Grid, GridCell } from './grid.ts'
import { gridColumns, gridRows } from './grid.ts'
import { isNumeric, textOf, textRows } from './text-rows.ts'

/** Of how a table shows: drawn all round, by lines across, or by white alone. What shows less must be more regular. */
export type Evidence = 'lattice' | 'rules' | 'white'

/** Whether what was found is a table, and not running text, a list, a chart or a frame. */
export const isTable = (grid: Grid, evidence: Evidence): boolean => {
  const [rows, columns] = [gridRows(grid), gridColumns(grid)]
  if (rows < 2 || columns < 2) return false
  const filled = grid.cells.filter(({ words }) => words.length > 0)
  if (filled.length < (evidence === 'lattice' && hasBoldHead(grid) ? 3 : 4)) return false
  const places = filled.reduce((sum, { rowSpan, columnSpan }) => sum + rowSpan * columnSpan, 0)
  const share = places / (rows * columns)
  if (evidence === 'lattice' && columns > 2 && !hasFullRows(grid, 0.3)) return false
  if (evidence === 'lattice') return share > 0.3 && filled.length > grid.cells.length * 0.25
  if (!hasFullRows(grid, evidence === 'white' ? 0.65 : 0.5) || !hasFullColumns(grid)) return false
  if (share < 0.35 || isRunningText(grid)) return false
  if (evidence === 'rules') return !isList(grid, evidence)
  if (isScale(grid)) return false
  return (
    rows >= (hasBoldHead(grid) && columns > 2 ? 2 : 3) &&
    share >= 0.5 &&
    !isList(grid, evidence) &&
    !isContents(grid) &&
    isRegular(grid)
  )
}

/** Most rows have more than one cell: what has not is the scale of a chart, or text with something beside it. */
const hasFullRows = (grid: Grid, least: number): boolean => {
  const counts = Array.from({ length: gridRows(grid) }, () => 0)
  for (const { row, rowSpan, words } of grid.cells)
    if (words.length > 0) for (let at = row; at < row + rowSpan; at += 1) counts[at] = (counts[at] ?? 0) + 1
  return counts.filter((count) => count > 1).length >= counts.length * least
}

const hasFullColumns = (grid: Grid): boolean =>
  columnsOf(grid).every((texts) => texts.length >= Math.min(2, gridRows(grid) - 1))

const columnsOf = (grid: Grid): string[][] =>
  Array.from({ length: gridColumns(grid) }, (_, column) =>
    grid.cells
      .filter(
        (cell) =>
          cell.column === column && cell.columnSpan === 1 && cell.words.length > 0 && cell.row >= grid.headerRows,
      )
      .map(({ words }) => textOf(words)),
  )

/** Two columns that are both full of sentences are columns of a page. */
const isRunningText = (grid: Grid): boolean => {
  const wordy = columnsOf(grid).filter(
    (texts) => texts.length > 0 && mean(texts.map((text) => text.split(' ').length)) > 6,
  )
  return wordy.length > 1 && wordy.length >= gridColumns(grid) - 1 && gridRows(grid) > 3
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)

const signs = /^[•·▪◦‣–—*+❖■●○-]$|^\[\d{1,3}\]$/u
const numbered = /^\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})(?:[.)]|-$)\)?$/iu
const counted = /^\d{1,2}(?:\.\d{1,2})*$/u

/** Items with their signs or numbers before them; by white alone, bare numbers are enough. */
const isList = (grid: Grid, evidence: Evidence): boolean => {
  const [first = []] = columnsOf(grid)
  const isMarker = (text: string): boolean =>
    signs.test(text) ||
    numbered.test(text) ||
    (evidence === 'white' && !hasBoldHead(grid) && text.split(' ').every((part) => counted.test(part)))
  return gridColumns(grid) === 2 && first.length > 0 && first.filter(isMarker).length >= first.length * 0.7
}

/** Headings and the pages on which they stand. */
const isContents = (grid: Grid): boolean => {
  const columns = columnsOf(grid)
  const numbers = (columns.at(-1) ?? []).map(Number)
  const ascending = numbers.filter(
    (number, index) => Number.isInteger(number) && (index === 0 || number >= (numbers[index - 1] ?? 0)),
  )
  return columns.length <= 3 && numbers.length >= 3 && ascending.length >= numbers.length * 0.85
}

/** By white alone, a table is known by columns of numbers, or by many cells that are short. */
const isRegular = (grid: Grid): boolean => {
  const columns = columnsOf(grid)
  const numeric = columns.filter((texts) => texts.length >= 2 && texts.filter(isNumeric).length >= texts.length * 0.6)
  if (numeric.length > 0) return true
  if (hasBoldHead(grid)) return true
  if (isJustified(grid)) return false
  return (
    columns.length >= 3 &&
    columns.every((texts) => mean(texts.map((text) => text.split(' ').length)) < 12) &&
    gridRows(grid) >= 3
  )
}

/** A first row that is bold above others that are not. */
const hasBoldHead = (grid: Grid): boolean => {
  const isBold = (cells: readonly GridCell[]): boolean =>
    cells.flatMap(({ words }) => words).every(({ style }) => style.bold)
  const head = grid.cells.filter(({ row }) => row < Math.max(1, grid.headerRows))
  const body = grid.cells.filter(({ row }) => row >= Math.max(1, grid.headerRows))
  return head.filter(({ words }) => words.length > 0).length > 1 && isBold(head) && !isBold(body)
}

/** Numbers that fall in equal steps and nothing else: what stands beside a chart. */
const isScale = (grid: Grid): boolean => {
  const numbers = columnsOf(grid)
    .map((texts) => texts.filter(isNumeric).map((text) => Number(text.replaceAll(/[,%\s]/gu, ''))))
    .filter(({ length }) => length > 2)
  return numbers.length > 0 && numbers.every(areEvenSteps)
}

const areEvenSteps = (numbers: readonly number[]): boolean => {
  const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0))
  return steps.every((step) => step < 0 && Math.abs(step - (steps[0] ?? 0)) < 0.001)
}

/** In points. */
const flush = 2

/** Lines that all begin and all end at the same place, as only running text does in narrow columns. */
const isJustified = (grid: Grid): boolean => {
  const rows = textRows(grid.cells.flatMap(({ words }) => words))
  const lefts = rows.map(({ words }) => words[0]?.box[0] ?? 0)
  const rights = rows.map(({ words }) => words.at(-1)?.box[2] ?? 0)
  const [left, right] = [Math.min(...lefts), Math.max(...rights)]
  const full = rows.filter((_, row) => (lefts[row] ?? 0) < left + flush && (rights[row] ?? 0) > right - flush)
  return full.length >= rows.length * 0.6
}
