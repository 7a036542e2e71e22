import { pairwise } from '@polyparse/document/items'
import type { ContentWord } from '../../page-content.ts'
import { gridColumns, placeInGrid, type Grid, type GridCell } from '../grid.ts'
import { fusedColumns as limits } from '../parameters.ts'
import { isNumericText } from '../../../language/numbers.ts'
import { chunksOfLine, textOfWords, textRows, type TextRow } from '../rows/text-rows.ts'
import { findColumns, type Gap } from '../white/columns.ts'

/*
 * Divides drawn columns by what their words say. Many tables draw lines round groups of columns only: where a drawn
 * column has several numbers on nearly every line, with the same white between them all the way down, each of them has
 * a column of its own.
 */

/** The grid, with every column that holds columns of numbers divided into them. */
export const divideFusedColumns = (grid: Grid): Grid => {
  let divided = grid
  for (let column = gridColumns(grid) - 1; column >= 0; column -= 1) divided = divideColumn(divided, column)
  return divided
}

const divideColumn = (grid: Grid, column: number): Grid => {
  const own = grid.cells.filter((cell) => cell.column === column && cell.columnSpan === 1 && cell.words.length > 0)
  const lines = own.toSorted((a, b) => a.row - b.row).flatMap(({ words }) => textRows(words))
  const ends = gapsBetweenNumbers(lines).map(({ from, to }) => (from + to) / 2)
  if (ends.length === 0) return grid
  const added = ends.length
  const xs = [...grid.xs.slice(0, column + 1), ...ends, ...grid.xs.slice(column + 1)]
  const cells = grid.cells.flatMap((cell): GridCell[] => {
    if (cell.column > column) return [{ ...cell, column: cell.column + added }]
    if (cell.column === column && cell.columnSpan === 1) return divideCell(cell, xs, added + 1)
    return cell.column + cell.columnSpan > column ? [{ ...cell, columnSpan: cell.columnSpan + added }] : [cell]
  })
  return { ...grid, xs, cells }
}

/** The white between the numbers of a column, below its heading; none unless nearly all of its lines have them. */
const gapsBetweenNumbers = (lines: readonly TextRow[]): readonly Gap[] => {
  const first = lines.findIndex(hasNumbers)
  const body = first === -1 ? [] : lines.slice(first)
  if (body.length < limits.minLines || body.filter(hasNumbers).length < body.length * limits.minLineShare) return []
  const { gaps } = findColumns(body)
  const bounds = [-Infinity, ...gaps.map(({ from, to }) => (from + to) / 2), Infinity]
  const areNumbers = pairwise(bounds).every(([from, to]) => {
    const texts = body.flatMap((line) => textBetween(line, from, to) ?? [])
    return texts.length >= body.length * limits.minLineShare && texts.every(isNumericText)
  })
  return areNumbers ? gaps : []
}

const hasNumbers = (line: TextRow): boolean => {
  const chunks = chunksOfLine(line, limits.minGap)
  return chunks.length > 1 && chunks.every(({ words }) => isNumericText(textOfWords(words)))
}

const textBetween = ({ words }: TextRow, from: number, to: number): string | null => {
  const within = words.filter(({ box }) => (box[0] + box[2]) / 2 > from && (box[0] + box[2]) / 2 < to)
  return within.length === 0 ? null : textOfWords(within)
}

/** The parts of a cell; a heading that runs on over the white between them is that of all of them. */
const divideCell = (cell: GridCell, xs: readonly number[], count: number): GridCell[] => {
  const columnOf = ({ box }: ContentWord): number => placeInGrid(xs, (box[0] + box[2]) / 2)
  const spans = textRows(cell.words).some((line) =>
    chunksOfLine(line, limits.minGap).some(({ words }) => new Set(words.map(columnOf)).size > 1),
  )
  if (spans) return [{ ...cell, columnSpan: count }]
  return Array.from({ length: count }, (_, index) => ({
    ...cell,
    column: cell.column + index,
    words: cell.words.filter((word) => columnOf(word) === cell.column + index),
  }))
}
