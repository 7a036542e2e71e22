import type { ContentWord, Rule } from '../../page-content.ts'
import type { Grid, GridCell, Zone } from '../grid.ts'
import { headCells } from '../header/header-cells.ts'
import { headLength } from '../header/header-length.ts'
import { groupRows, type RowGroup } from '../rows/group-rows.ts'
import { placeRow, textRows, type PlacedRow, type TextRow } from '../rows/text-rows.ts'
import { findColumns } from './columns.ts'

const leader = /^[.·…_\s]{3,}$/u

/** A grid made from how the words stand; null when no gap goes through the rows. */
export const streamGrid = (zone: Zone): Grid | null => {
  const rows = textRows(zone.words.filter(({ text }) => !leader.test(text)))
  if (rows.length < 2) return null
  const columns = findColumns(rows)
  if (columns.gaps.length === 0 && zone.xs === null) return null
  const xs = zone.xs ?? [zone.left, ...columns.gaps.map(({ from, to }) => (from + to) / 2), zone.right]
  const placed = rows.map((row) => placeRow(row, xs))
  const { head, partial } = headLength(placed, { columns: xs.length - 1, atLeast: columns.headRows, zone })
  const rights = xs.slice(1).map((right, column) => {
    const ink = rightOf(placed.slice(head), column)
    return zone.xs === null ? ink : Math.max(ink, right - 4)
  })
  const groups = groupRows(placed.slice(head), {
    rights,
    isDivided: (above, below) => isDivided(above, below, zone),
    isRuled: isRuled(placed.slice(head), zone),
  })
  const headRows = headCells(placed.slice(0, head), { xs, rules: partial, body: placed.slice(head) })
  const levels = head === 0 ? 0 : headRows.levels
  const cells = [
    ...(head === 0 ? [] : headRows.cells),
    ...groups.flatMap((group, index) => bodyCells(group, levels + index)),
  ]
  const headEnds = headRows.lastLines.flatMap((line) => placed[line] ?? [])
  const ys = endsOf([
    ...(head === 0
      ? []
      : headEnds.map((row, index) => [placed[(headRows.lastLines[index - 1] ?? -1) + 1] ?? row, row])),
    ...groups,
  ])
  return { xs, ys, cells, headerRows: levels }
}

const rightOf = (rows: readonly PlacedRow[], column: number): number =>
  Math.max(...rows.flatMap(({ pieces }) => pieces.filter(({ last }) => last === column).map(({ to }) => to)))

const isBetween = ({ at }: Rule, above: TextRow, below: TextRow): boolean =>
  at > above.baseline - above.size * 0.2 && at < below.baseline - below.size * 0.4

const isDivided = (above: TextRow, below: TextRow, { rules, left, right }: Zone): boolean =>
  rules.some((rule) => isBetween(rule, above, below) && rule.to - rule.from > (right - left) * 0.3)

/** Whether lines are drawn between most rows: the stretches between them have few lines of text. */
const isRuled = (rows: readonly PlacedRow[], zone: Zone): boolean => {
  const divided = rows.slice(1).filter((row, index) => isDivided(rows[index] ?? row, row, zone)).length
  return divided >= 2 && rows.length / (divided + 1) < 3
}

const bodyCells = (group: RowGroup, row: number): GridCell[] => {
  const cells = new Map<string, { column: number; columnSpan: number; words: ContentWord[] }>()
  const isAlone = group.every(({ pieces }) => pieces.length === 1)
  for (const { pieces } of group) {
    for (const { first, last, words } of pieces) {
      const spans = last > first && !(isAlone && first === 0)
      const key = `${first}`
      const cell = cells.get(key)
      if (cell !== undefined) cell.words.push(...words)
      else cells.set(key, { column: first, columnSpan: spans ? last - first + 1 : 1, words: [...words] })
    }
  }
  return withoutOverlap([...cells.values()]).map((cell) => ({ ...cell, row, rowSpan: 1 }))
}

/** A cell goes over other columns only as far as they are empty. */
const withoutOverlap = <Cell extends { column: number; columnSpan: number }>(cells: readonly Cell[]): Cell[] => {
  const sorted = cells.toSorted((a, b) => a.column - b.column)
  return sorted.map((cell, index) => ({
    ...cell,
    columnSpan: Math.min(cell.columnSpan, (sorted[index + 1]?.column ?? Infinity) - cell.column),
  }))
}

/** Rows end half way between their text and that of the next. */
const endsOf = (groups: readonly RowGroup[]): number[] => {
  const bounds = groups.map((group) => ({
    top: Math.min(...group.map(({ top }) => top)),
    bottom: Math.max(...group.map(({ bottom }) => bottom)),
  }))
  return [
    bounds[0]?.top ?? 0,
    ...bounds.slice(1).map(({ top }, index) => (top + (bounds[index]?.bottom ?? top)) / 2),
    bounds.at(-1)?.bottom ?? 0,
  ]
}
