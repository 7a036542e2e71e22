import { gridColumns, gridRows, type Grid, type GridCell } from './grid.ts'
import { isNumeric, textOf, textRows } from './rows/text-rows.ts'

/** Of how a table shows: drawn all round, by lines across, or by white alone. What shows less must be more regular. */
export type Evidence = 'lattice' | 'rules' | 'white'

/** Whether what was found is a table, and not running text, a list, a chart or a frame. */
export const isTable = (grid: Grid, evidence: Evidence): boolean => {
  if (gridRows(grid) < 2 || gridColumns(grid) < 2) return false
  const filled = grid.cells.filter(({ words }) => words.length > 0)
  const covered = filled.reduce((sum, { rowSpan, columnSpan }) => sum + rowSpan * columnSpan, 0)
  const share = covered / (gridRows(grid) * gridColumns(grid))
  const judges: Record<Evidence, () => boolean> = {
    lattice: () =>
      filled.length >= (hasBoldHead(grid) ? 3 : 4) &&
      share > 0.3 &&
      filled.length > grid.cells.length * 0.25 &&
      (gridColumns(grid) === 2 || shareOfFullRows(grid) >= 0.3),
    rules: () =>
      filled.length > 3 &&
      share >= 0.35 &&
      shareOfFullRows(grid) >= 0.5 &&
      hasFullColumns(grid) &&
      !isRunningText(grid) &&
      !isCode(grid) &&
      !isList(grid, 'marked'),
    white: () =>
      filled.length > 3 &&
      share >= 0.5 &&
      shareOfFullRows(grid) >= 0.65 &&
      hasFullColumns(grid) &&
      gridRows(grid) >= (hasBoldHead(grid) && gridColumns(grid) > 2 ? 2 : 3) &&
      isRegular(grid) &&
      ![isRunningText, isCode, isScale, isContents, (one: Grid) => isList(one, 'counted')].some((isNone) =>
        isNone(grid),
      ),
  }
  return judges[evidence]()
}

/** Most rows have more than one cell: what has not is the scale of a chart, or text with something beside it. */
const shareOfFullRows = (grid: Grid): number => {
  const counts = Array.from({ length: gridRows(grid) }, () => 0)
  for (const { row, rowSpan, words } of grid.cells)
    if (words.length > 0) for (let at = row; at < row + rowSpan; at += 1) counts[at] = (counts[at] ?? 0) + 1
  return counts.filter((count) => count > 1).length / counts.length
}

const hasFullColumns = (grid: Grid): boolean =>
  bodyColumns(grid).every((texts) => texts.length >= Math.min(2, gridRows(grid) - 1))

/** By white alone, a table is known by columns of numbers, by its header, or by many cells that are short. */
const isRegular = (grid: Grid): boolean => {
  const columns = bodyColumns(grid)
  const numeric = columns.filter((texts) => texts.length >= 2 && texts.filter(isNumeric).length >= texts.length * 0.6)
  if (numeric.length > 0 || hasBoldHead(grid)) return true
  return !isJustified(grid) && columns.length >= 3 && columns.every((texts) => meanWords(texts) < 12)
}

/** Two columns that are both full of sentences are columns of a page. */
export const isRunningText = (grid: Grid): boolean => {
  const wordy = bodyColumns(grid).filter((texts) => meanWords(texts) > 6)
  return wordy.length > 1 && wordy.length >= gridColumns(grid) - 1 && gridRows(grid) > 3
}

const signs = /^[•·▪◦‣–—*+❖■●○-]$|^\[\d{1,3}\]$/u
const numbered = /^\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})(?:[.)]|-$)\)?$/iu
const counted = /^\d{1,2}(?:\.\d{1,2})*$/u

/** Items with their signs or numbers before them; bare numbers count only where the table would have no header. */
export const isList = (grid: Grid, by: 'marked' | 'counted'): boolean => {
  const [first = []] = bodyColumns(grid)
  const bare = by === 'counted' && !hasBoldHead(grid)
  const isMarker = (text: string): boolean =>
    signs.test(text) || numbered.test(text) || (bare && text.split(' ').every((part) => counted.test(part)))
  return gridColumns(grid) === 2 && first.length > 0 && first.filter(isMarker).length >= first.length * 0.7
}

/** Headings and the pages on which they stand. */
export const isContents = (grid: Grid): boolean => {
  const columns = bodyColumns(grid)
  const numbers = (columns.at(-1) ?? []).map(Number)
  const ascending = numbers.filter(
    (number, index) => Number.isInteger(number) && (index === 0 || number >= (numbers[index - 1] ?? 0)),
  )
  return columns.length <= 3 && numbers.length >= 3 && ascending.length >= numbers.length * 0.85
}

/** Numbers that fall in equal steps and nothing else: what stands beside a chart. */
export const isScale = (grid: Grid): boolean => {
  const numbers = bodyColumns(grid)
    .map((texts) => texts.filter(isNumeric).map((text) => Number(text.replaceAll(/[,%\s]/gu, ''))))
    .filter(({ length }) => length > 2)
  return numbers.length > 0 && numbers.every(fallEvenly)
}

const fallEvenly = (numbers: readonly number[]): boolean => {
  const steps = numbers.slice(1).map((number, index) => number - (numbers[index] ?? 0))
  return steps.every((step) => step < 0 && Math.abs(step - (steps[0] ?? 0)) < 0.001)
}

/** In points. */
const flush = 2

/** Lines that all begin and all end at the same place, as only running text does in narrow columns. */
export const isJustified = (grid: Grid): boolean => {
  const rows = textRows(grid.cells.flatMap(({ words }) => words))
  const lefts = rows.map(({ words }) => words[0]?.box[0] ?? 0)
  const rights = rows.map(({ words }) => words.at(-1)?.box[2] ?? 0)
  const [left, right] = [Math.min(...lefts), Math.max(...rights)]
  const full = rows.filter((_, row) => (lefts[row] ?? 0) < left + flush && (rights[row] ?? 0) > right - flush)
  return full.length >= rows.length * 0.6
}

const codeLine =
  /[{};]$|[^.]\($|^[)}\]]+[;,]?$|=>|^['"\w-]+: .*,$|\/\/ |\(\)|^(?:const|let|var|import|return|def|class|function)\b/u

/** Lines with the signs of a programming language: their gaps are those before comments and between arguments. */
export const isCode = (grid: Grid): boolean => {
  const rows = textRows(grid.cells.flatMap(({ words }) => words))
  return rows.filter(({ words }) => codeLine.test(textOf(words))).length >= rows.length * 0.4
}

/** The texts of each column below the header, of cells that stand in it alone. */
export const bodyColumns = (grid: Grid): string[][] =>
  Array.from({ length: gridColumns(grid) }, (_, column) =>
    grid.cells
      .filter((cell) => cell.column === column && cell.columnSpan === 1)
      .filter((cell) => cell.words.length > 0 && cell.row >= grid.headerRows)
      .map(({ words }) => textOf(words)),
  )

/** A first row that is bold above others that are not. */
export const hasBoldHead = (grid: Grid): boolean => {
  const isBold = (cells: readonly GridCell[]): boolean =>
    cells.flatMap(({ words }) => words).every(({ style }) => style.bold)
  const length = Math.max(1, grid.headerRows)
  const head = grid.cells.filter(({ row }) => row < length)
  const body = grid.cells.filter(({ row }) => row >= length)
  return head.filter(({ words }) => words.length > 0).length > 1 && isBold(head) && !isBold(body)
}

/** How many words a cell of a column has, on average. */
export const meanWords = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.split(' ').length, 0) / Math.max(1, texts.length)
