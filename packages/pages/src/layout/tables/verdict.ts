import { firstOf, itemAt, lastOf, pairwise } from '@polyparse/document/items'
import { areBold } from '../../language/bold.ts'
import { isTickSign } from '../../language/tick-signs.ts'
import { gridColumns, gridRows, type Grid, type GridCell } from './grid.ts'
import { verdict as limits } from './parameters.ts'
import { isNumericText } from '../../language/numbers.ts'
import { textOfWords, textRows } from './rows/text-rows.ts'
import { maxOf, minOf } from '@polyparse/engine'

/*
 * Decides whether a grid is a table. Columns of running text, lists, tables of contents, programs and scales of charts
 * have the lines and gaps of one; they stay text.
 */

/** The evidence of a table: lines round its cells, lines across, one line below its header, or white alone. */
export type Evidence = 'lattice' | 'rules' | 'headed' | 'white'

/**
 * Tells whether a grid is a table rather than text, a list, a chart or a frame. The weaker the evidence, the more regular it
 * must be.
 */
export const isTable = (grid: Grid, evidence: Evidence): boolean => {
  if (gridRows(grid) < 2 || gridColumns(grid) < 2) return false
  const filled = grid.cells.filter(({ words }) => words.length > 0)
  const covered = filled.reduce((sum, { rowSpan, columnSpan }) => sum + rowSpan * columnSpan, 0)
  const share = covered / (gridRows(grid) * gridColumns(grid))
  const judges: Record<Evidence, () => boolean> = {
    lattice: () =>
      filled.length >=
        (hasBoldHeader(grid) ? limits.lattice.minFilledCellsWithBoldHeader : limits.lattice.minFilledCells) &&
      share > limits.lattice.minCoveredShare &&
      filled.length > grid.cells.length * limits.lattice.minFilledShare &&
      (gridColumns(grid) === 2 || shareOfFullRows(grid) >= limits.lattice.minFullRowShare),
    rules: () =>
      (isToFillIn(grid) ||
        (filled.length >= (isHeadedOrNumeric(grid) ? limits.rules.minFilledCells : limits.headed.minFilledCells) &&
          share >= limits.rules.minCoveredShare &&
          shareOfFullRows(grid) >= limits.rules.minFullRowShare)) &&
      hasHeadedColumns(grid) &&
      !isRunningText(grid) &&
      !isCodeGrid(grid) &&
      !isOptions(grid) &&
      !isList(grid, 'marked'),
    headed: () =>
      grid.headerRows > 0 &&
      filled.length >= (hasWrappedCell(grid) ? limits.rules.minFilledCells : limits.headed.minFilledCells) &&
      shareOfFullRows(grid) >= limits.rules.minFullRowShare &&
      hasHeadedColumns(grid) &&
      !isRunningText(grid) &&
      !isCodeGrid(grid) &&
      !isList(grid, 'marked'),
    white: () =>
      filled.length >= limits.white.minFilledCells &&
      share >= limits.white.minCoveredShare &&
      shareOfFullRows(grid) >= limits.white.minFullRowShare &&
      (hasFullColumns(grid) || isHeadedThroughout(grid)) &&
      gridRows(grid) >=
        (hasBoldHeader(grid) && gridColumns(grid) > 2 ? limits.white.minRowsWithBoldHeader : limits.white.minRows) &&
      isRegular(grid) &&
      ![
        isRunningText,
        isCodeGrid,
        isMonospacedGrid,
        isScale,
        isContents,
        isOfAuthors,
        isOptions,
        (one: Grid) => isList(one, 'counted'),
      ].some((isNone) => isNone(grid)),
  }
  return judges[evidence]()
}

/** The share of rows with two cells or more. It is low in the scale of a chart and in text with something beside it. */
const shareOfFullRows = (grid: Grid): number => {
  const counts = Array.from({ length: gridRows(grid) }, () => 0)
  for (const { row, rowSpan, words } of grid.cells)
    if (words.length > 0) for (let at = row; at < row + rowSpan; at += 1) counts[at] = (counts[at] ?? 0) + 1
  return counts.filter((count) => count > 1).length / counts.length
}

/** Tells whether a table has a bold heading for every column and a label for every row, with room to write beside it. */
const isToFillIn = (grid: Grid): boolean => {
  const [labels = [], ...others] = bodyColumns(grid)
  return (
    hasBoldHeader(grid) &&
    grid.cells.filter(({ row, words }) => row < grid.headerRows && words.length > 0).length === gridColumns(grid) &&
    labels.length === gridRows(grid) - grid.headerRows &&
    others.every(({ length }) => length === 0)
  )
}

const hasFullColumns = (grid: Grid): boolean =>
  bodyColumns(grid).every((texts) => texts.length >= Math.min(limits.minCellsOfColumn, gridRows(grid) - 1))

/** Tells whether each of three columns or more has a heading of its own: then a column may be nearly empty. */
const isHeadedThroughout = (grid: Grid): boolean =>
  gridColumns(grid) >= limits.labelled.minColumns &&
  grid.headerRows > 0 &&
  new Set(
    grid.cells.flatMap(({ row, column, words }) => (row === grid.headerRows - 1 && words.length > 0 ? [column] : [])),
  ).size === gridColumns(grid)

/** Tells whether text goes on below its beginning within a cell, as that of a form does not. */
const hasWrappedCell = ({ cells, headerRows }: Grid): boolean =>
  cells.some(({ row, words }) => row >= headerRows && textRows(words).length > 1)

/** Tells whether each column has a heading of its own, or enough cells without one. */
const hasHeadedColumns = (grid: Grid): boolean => {
  const headed = new Set(
    grid.cells.flatMap(({ row, column, columnSpan, words }) =>
      row < grid.headerRows && columnSpan === 1 && words.length > 0 ? [column] : [],
    ),
  )
  return bodyColumns(grid).every(
    (texts, column) => headed.has(column) || texts.length >= Math.min(limits.minCellsOfColumn, gridRows(grid) - 1),
  )
}

/** Tells whether a table has a header, by a line below it or in bold, or a number somewhere below its first row. */
const isHeadedOrNumeric = (grid: Grid): boolean =>
  grid.headerRows > 0 ||
  hasBoldHeader(grid) ||
  grid.cells.some(({ row, words }) => row > 0 && words.length > 0 && isNumericText(textOfWords(words)))

/**
 * Tells a table without any line by its columns of numbers, a bold header, many short cells, or a dash that begins
 * every cell of a column.
 */
const isRegular = (grid: Grid): boolean => {
  const columns = bodyColumns(grid)
  const numeric = columns.filter(
    (texts) =>
      texts.length >= limits.minCellsOfColumn &&
      texts.filter(isNumericText).length >= texts.length * limits.minNumericShare,
  )
  if (numeric.length > 0 || hasBoldHeader(grid) || columns.slice(1).some(isDashed)) return true
  return (
    !isJustified(grid) &&
    columns.length >= limits.minTextColumns &&
    columns.every((texts) => meanWords(texts) < limits.maxMeanWords)
  )
}

/** Tells whether all cells of a column go on from those before them, as "Commons – Pictures" does. */
const isDashed = (texts: readonly string[]): boolean =>
  texts.length >= limits.minDashedCells && texts.every((text) => /^[–—-]\s?\p{L}/u.test(text))

/**
 * Tells whether a table has a heading for every column and a short label for every row: sentences are in its cells, not in
 * columns of the page.
 */
export const isLabelled = (grid: Grid): boolean => {
  const [labels = []] = bodyColumns(grid)
  const headed = new Set(
    grid.cells.flatMap(({ row, column, words }) => (row < grid.headerRows && words.length > 0 ? [column] : [])),
  )
  return (
    gridColumns(grid) >= limits.labelled.minColumns &&
    headed.size === gridColumns(grid) &&
    labels.length === gridRows(grid) - grid.headerRows &&
    labels.length >= limits.labelled.minRows &&
    labels.every((text) => text.split(' ').length <= limits.labelled.maxWords)
  )
}

/** Columns that are full of sentences are columns of a page. */
const isRunningText = (grid: Grid): boolean => {
  if (isLabelled(grid)) return false
  const wordy = bodyColumns(grid).filter((texts) => meanWords(texts) > limits.runningText.minMeanWords)
  return wordy.length > 1 && wordy.length >= gridColumns(grid) - 1 && gridRows(grid) > limits.runningText.maxRows
}

const bulletSignPattern = /^[•·▪◦‣–—*+❖■●○-]$|^\[\d{1,3}\]$/u
const itemNumberPattern = /^\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})(?:[.)]|-$)\)?$/iu
const counted = /^\d{1,2}(?:\.\d{1,2})*$/u

/** Items with bullets or numbers before them. Bare numbers count only where the table would have no bold header. */
const isList = (grid: Grid, by: 'marked' | 'counted'): boolean => {
  const [first = []] = bodyColumns(grid)
  const bare = by === 'counted' && !hasBoldHeader(grid)
  const isMarker = (text: string): boolean =>
    bulletSignPattern.test(text) ||
    itemNumberPattern.test(text) ||
    (bare && text.split(' ').every((part) => counted.test(part)))
  return (
    gridColumns(grid) === 2 && first.length > 0 && first.filter(isMarker).length >= first.length * limits.minMarkerShare
  )
}

/**
 * Names side by side with what belongs to each below it, as at the top of papers: all cells of a row are mail addresses.
 * A table of people has them below each other.
 */
const isOfAuthors = (grid: Grid): boolean =>
  Array.from({ length: gridRows(grid) }, (_, row) => grid.cells.filter((cell) => cell.row === row)).some(
    (cells) => cells.length > 1 && cells.every(({ words }) => /\p{L}@\p{L}/u.test(textOfWords(words))),
  )

/** Boxes to tick with their labels, in one column or several side by side. A table has a header, or its boxes elsewhere. */
const isOptions = (grid: Grid): boolean => {
  const columns = bodyColumns(grid)
  const tickShare = (texts: readonly string[]): number =>
    texts.filter((text) => text.split(' ').every(isTickSign)).length / Math.max(1, texts.length)
  return (
    columns.length % 2 === 0 &&
    !hasBoldHeader(grid) &&
    columns.every((texts, column) =>
      column % 2 === 0 ? tickShare(texts) >= limits.minMarkerShare : tickShare(texts) === 0,
    )
  )
}

/** Headings with the pages of their chapters. In three columns, each with a heading of its own, they are values. */
const isContents = (grid: Grid): boolean => {
  const columns = bodyColumns(grid)
  const numbers = (columns.at(-1) ?? []).map(Number)
  const ascending = numbers.filter(
    (number, index) => Number.isInteger(number) && (index === 0 || number >= itemAt(numbers, index - 1)),
  )
  return (
    columns.length <= limits.contents.maxColumns &&
    !isHeadedThroughout(grid) &&
    numbers.length >= limits.contents.minNumbers &&
    ascending.length >= numbers.length * limits.contents.minAscendingShare
  )
}

/** Numbers that fall in equal steps: the scale beside a chart. */
const isScale = (grid: Grid): boolean => {
  const numbers = bodyColumns(grid)
    .map((texts) => texts.filter(isNumericText).map((text) => Number(text.replaceAll(/[,%\s]/gu, ''))))
    .filter(({ length }) => length >= limits.scale.minNumbers)
  return numbers.length > 0 && numbers.every(fallEvenly)
}

const fallEvenly = (numbers: readonly number[]): boolean => {
  const steps = pairwise(numbers).map(([above, below]) => below - above)
  return steps.every((step) => step < 0 && Math.abs(step - firstOf(steps)) < limits.scale.tolerance)
}

/** Lines that mostly begin and end at the same places, as only running text does. */
const isJustified = (grid: Grid): boolean => {
  const rows = textRows(grid.cells.flatMap(({ words }) => words)).map(({ words }) => ({
    from: firstOf(words).box[0],
    to: lastOf(words).box[2],
  }))
  const [left, right] = [minOf(rows.map(({ from }) => from)), maxOf(rows.map(({ to }) => to))]
  const full = rows.filter(
    ({ from, to }) => from < left + limits.justified.tolerance && to > right - limits.justified.tolerance,
  )
  return full.length >= rows.length * limits.justified.minShare
}

const codeLine =
  /[{};]$|[^.]\($|^[)}\]]+[;,]?$|=>|^['"\w-]+: .*,$|\/\/ |\(\)|^(?:const|let|var|import|return|def|class|function)\b/u

/** Lines with the signs of a programming language, whose gaps are those before comments and between arguments. */
const isCodeGrid = (grid: Grid): boolean => {
  const rows = textRows(grid.cells.flatMap(({ words }) => words))
  return rows.filter(({ words }) => codeLine.test(textOfWords(words))).length >= rows.length * limits.minCodeShare
}

/** Letters of one width throughout without a header, in a document that is not typewritten: what a program prints. */
const isMonospacedGrid = ({ cells, headerRows }: Grid): boolean =>
  headerRows === 0 && cells.every(({ words }) => words.every(({ style }) => style.monospaced))

/** The texts of each column below the header, without cells that span columns. */
const bodyColumns = (grid: Grid): string[][] =>
  Array.from({ length: gridColumns(grid) }, (_, column) =>
    grid.cells
      .filter((cell) => cell.column === column && cell.columnSpan === 1)
      .filter((cell) => cell.words.length > 0 && cell.row >= grid.headerRows)
      .map(({ words }) => textOfWords(words)),
  )

/** A header, or else a first row, in bold above rows that are not. */
const hasBoldHeader = (grid: Grid): boolean => {
  const isBold = (cells: readonly GridCell[]): boolean => areBold(cells.flatMap(({ words }) => words))
  const length = Math.max(1, grid.headerRows)
  const header = grid.cells.filter(({ row }) => row < length)
  const body = grid.cells.filter(({ row }) => row >= length)
  return header.filter(({ words }) => words.length > 0).length > 1 && isBold(header) && !isBold(body)
}

/** Words in a cell, on average. */
const meanWords = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + text.split(' ').length, 0) / Math.max(1, texts.length)
