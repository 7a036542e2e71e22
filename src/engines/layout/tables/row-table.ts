import type { Rule } from '../page-content.ts'
import { findColumns } from './columns.ts'
import { groupRows, type RowGroup } from './group-rows.ts'
import type { Grid, GridCell } from './grid.ts'
import { headCells } from './head-cells.ts'
import { placeRow, type PlacedRow } from './placed-rows.ts'
import { isNumeric, type TextRow } from './text-rows.ts'

type Drawn = {
  /** Lines drawn across, within the table. */
  readonly rules: readonly Rule[]
  /** Where columns are divided by lines drawn down, when they are. */
  readonly walls?: readonly number[]
}

/** Lines of text as a table: columns by the white that goes through them, rows by their distances and the lines drawn. */
export const rowTable = (rows: readonly TextRow[], { rules, walls }: Drawn): Grid | null => {
  const { gaps, headRows } = findColumns(rows)
  const boxes = rows.flatMap(({ words }) => words.map(({ box }) => box))
  const [left, right] = [Math.min(...boxes.map(([x]) => x)), Math.max(...boxes.map(([, , x]) => x))]
  const inner = walls ?? gaps.map(({ from, to }) => (from + to) / 2)
  if (inner.length === 0) return null
  const xs = [left - 1, ...inner, right + 1]
  const placed = rows.map((row) => placeRow(row, xs))
  const headCount = headLines(placed, rules, headRows)
  const whole = rules.filter(({ from, to }) => to - from > (right - left) * 0.7)
  const head = headCells(placed.slice(0, headCount), { xs, rules: rules.filter((rule) => !whole.includes(rule)) })
  const levels = headCount === 0 ? 0 : head.levels
  const rights = xs.slice(1).map((_, column) => rightOf(placed, column, xs))
  const body = placed.slice(headCount)
  const isDivided = (above: PlacedRow, below: PlacedRow): boolean =>
    whole.some(({ at }) => at > above.baseline - above.size * 0.2 && at < below.baseline - below.size * 0.5)
  const divided = body.slice(1).filter((below, index) => isDivided(body[index] ?? below, below)).length
  const groups = groupRows(body, { rights, isDivided, isRuled: divided >= 2 && divided >= body.length * 0.3 })
  const cells = [
    ...(headCount === 0 ? [] : head.cells),
    ...groups.flatMap((group, index) => cellsOf(group, levels + index)),
  ]
  const headEnds = headCount === 0 ? [] : head.lastLines.map((line) => placed[line]?.bottom ?? 0)
  const ys = [placed[0]?.top ?? 0, ...headEnds, ...groups.map((group) => group.at(-1)?.bottom ?? 0)]
  return { xs, ys, cells, headerRows: levels }
}

const rightOf = (rows: readonly PlacedRow[], column: number, xs: readonly number[]): number =>
  Math.max(
    ...rows.flatMap(({ pieces }) =>
      pieces.filter(({ last, first }) => first === column && last === column).map(({ to }) => to),
    ),
    xs[column] ?? 0,
  )

const cellsOf = (group: RowGroup, row: number): GridCell[] => {
  const cells: { row: number; rowSpan: number; column: number; columnSpan: number; words: GridCell['words'] }[] = []
  for (const { pieces } of group) {
    for (const { first, last, words } of pieces) {
      const cell = cells.find((one) => first < one.column + one.columnSpan && last >= one.column)
      if (cell === undefined) cells.push({ row, rowSpan: 1, column: first, columnSpan: last - first + 1, words })
      else cell.words = [...cell.words, ...words]
    }
  }
  return cells
}

const mostHeadLines = 8

/**
 * How many lines head the table: those above the first line drawn across, else those in bold, else those of words over
 * columns of numbers, but at least those that reach over columns.
 */
const headLines = (rows: readonly PlacedRow[], rules: readonly Rule[], atLeast: number): number => {
  const [first] = rows
  if (first === undefined) return 0
  const width = Math.max(...rules.map(({ from, to }) => to - from), 0)
  const byRule = rules
    .filter(({ from, to }) => to - from > width * 0.7)
    .map(({ at }) => rows.filter(({ baseline }) => baseline < at).length)
    .filter((count) => count > 0 && count <= Math.min(mostHeadLines, rows.length - 1))
  const ruled = Math.min(...byRule)
  if (Number.isFinite(ruled) && ruled >= atLeast) return ruled
  const bold = rows.findIndex(({ words }) => !words.every(({ style }) => style.bold))
  if (bold > 0 && bold <= mostHeadLines && bold >= atLeast) return bold
  const numeric = rows.findIndex(
    ({ pieces }) => pieces.filter(({ first: column, text }) => column > 0 && isNumeric(text)).length > 0,
  )
  if (numeric > 0 && numeric <= mostHeadLines && numeric >= atLeast) return numeric
  return Math.max(atLeast, 1)
}
