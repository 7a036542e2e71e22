import { bodyColumns, hasBoldHead, meanWords } from './body-of-grid.ts'
import { gridColumns, gridRows, type Grid } from './grid.ts'
import { isNumeric, textOf, textRows } from './text-rows.ts'

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
