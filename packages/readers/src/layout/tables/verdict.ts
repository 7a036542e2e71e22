import { bodyColumns, hasBoldHead, meanWords } from './body-of-grid.ts'
import { gridColumns, gridRows, type Grid } from './grid.ts'
import { isCode, isContents, isJustified, isList, isRunningText, isScale } from './no-tables.ts'
import { isNumeric } from './text-rows.ts'

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
