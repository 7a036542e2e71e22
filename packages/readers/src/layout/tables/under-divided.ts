import { gridColumns, type Grid, type GridCell } from './grid.ts'
import { chunksOf, isNumeric, textOf, textRows } from './text-rows.ts'

/** The share of filled cells that may hold more than a cell should. */
const maxCrowdedShare = 0.12

/** Whether the lines drawn divide a table only in part: its cells hold columns of values, or several values side by side. */
export const isUnderDivided = (grid: Grid): boolean => {
  const filled = grid.cells.filter(({ words }) => words.length > 0)
  const crowded = filled.filter(isCrowded)
  const columns = new Set(crowded.map(({ column }) => column))
  return crowded.length > filled.length * maxCrowdedShare && columns.size >= Math.min(2, gridColumns(grid) - 1)
}

const isCrowded = ({ words }: GridCell): boolean => {
  const lines = textRows(words)
  const numbers = lines.filter((line) => isNumeric(textOf(line.words)))
  if (lines.length >= 3 && numbers.length >= lines.length * 0.6) return true
  return lines.some((line) => {
    const chunks = chunksOf(line, 0.8)
    return chunks.length > 1 && chunks.slice(1).every((chunk) => isNumeric(textOf(chunk.words)))
  })
}
