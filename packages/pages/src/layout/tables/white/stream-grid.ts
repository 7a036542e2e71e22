import { pairwise } from '@polyparse/document/items'
import type { ContentWord } from '../../page-content.ts'
import type { Grid, GridCell, Zone } from '../grid.ts'
import { headerCells } from '../header/header-cells.ts'
import { headerLength } from '../header/header-length.ts'
import { statedLines } from '../header/stated-lines.ts'
import { rowRules as limits } from '../rows/parameters.ts'
import { groupRows, type RowGroup } from '../rows/group-rows.ts'
import type { TextExtent } from '../rows/line-pairs.ts'
import { withSpanningLabels } from '../rows/spanning-labels.ts'
import { isBetweenRows, placeRow, textRows, type PlacedRow, type TextRow } from '../rows/text-rows.ts'
import { dividerIn, findColumns } from './columns.ts'
import { maxOf, minOf } from '@polyparse/engine'

/*
 * Makes a grid from the places of words: white divides columns, a header ends at a line or where numbers begin, and lines
 * that are close together make one row.
 */

const leader = /^[.·…_\s]{3,}$/u

/**
 * The grid of a zone's words. Returns null with fewer than two rows, or when no gap goes through them and no column is
 * drawn.
 */
export const streamGrid = (zone: Zone): Grid | null => {
  const rows = textRows(zone.words.filter(({ text }) => !leader.test(text)))
  if (rows.length < 2) return null
  const columns = findColumns(rows, rowsAboveRule(rows, zone))
  if (columns.gaps.length === 0 && zone.xs === null) return null
  const xs = zone.xs ?? [zone.left, ...columns.gaps.map((gap) => dividerIn(gap, rows)), zone.right]
  const placed = rows.map((row) => placeRow(row, xs, columns.starts))
  const { lines, partial } = headerLength(placed, { columns: xs.length - 1, atLeast: columns.headerRows, zone })
  const stated = zone.xs === null ? statedLines(placed, xs.length - 1, lines) : 0
  // Lines with values that a document states above its table, in the same columns, are neither headings of the columns
  // nor rows.
  if (stated > 0) return streamGrid({ ...zone, words: rows.slice(stated).flatMap(({ words }) => words) })
  const body = placed.slice(lines)
  const extents = pairwise(xs).map(([left, right], column) => {
    // A column is as wide as its heading at least.
    const ink = extentOfColumn(body, placed.slice(0, lines), column)
    return zone.xs === null
      ? ink
      : { left: Math.min(ink.left, left + limits.padding), right: Math.max(ink.right, right - limits.padding) }
  })
  const grouped = groupRows(body, {
    extents,
    isDivided: (above, below) => isDivided(above, below, zone),
    isRuled: isRuledBetweenRows(body, zone),
  })
  const { groups, labels } = withSpanningLabels(grouped, (above, below) => isLabelCut(above, below, zone, xs))
  const header = headerCells(placed.slice(0, lines), { xs, rules: partial, body, isDrawn: zone.xs !== null })
  const hasLines =
    zone.xs !== null || zone.rules.some(({ from, to }) => to - from > (zone.right - zone.left) * limits.minWidthShare)
  const levels = lines === 0 ? 0 : header.levels
  const cells = [
    ...(lines === 0 ? [] : header.cells),
    ...groups.flatMap((group, index) => bodyCells(group, levels + index, hasLines)),
    ...labels.flatMap(({ row, rowSpan, lines: own }) =>
      bodyCells(own, levels + row, hasLines).map((cell) => ({ ...cell, rowSpan })),
    ),
  ]
  const lastLines = header.lastLines.flatMap((line) => placed[line] ?? [])
  const ys = endsOf([
    ...(lines === 0
      ? []
      : lastLines.map((row, index) => [placed[(header.lastLines[index - 1] ?? -1) + 1] ?? row, row])),
    ...groups,
  ])
  return { xs, ys, cells, headerRows: levels }
}

/** Returns how many rows are above the first line over the whole table; 0 where none is drawn below a few. */
const rowsAboveRule = (rows: readonly TextRow[], { rules, left, right }: Zone): number => {
  const count = rows.findIndex((row, index) => {
    const below = rows[index + 1]
    return (
      below !== undefined &&
      rules.some(
        ({ at, from, to }) => to - from > (right - left) * limits.minHeaderShare && isBetweenRows(at, row, below),
      )
    )
  })
  return count < limits.maxHeadedRows ? count + 1 : 0
}

const extentOfColumn = (body: readonly PlacedRow[], headings: readonly PlacedRow[], column: number): TextExtent => {
  const own = [
    ...body.flatMap(({ pieces }) => pieces.filter(({ first, last }) => first === column || last === column)),
    ...headings.flatMap(({ pieces }) => pieces.filter(({ first, last }) => first === column && last === column)),
  ]
  return {
    left: minOf(own.filter(({ first }) => first === column).map(({ from }) => from)),
    right: maxOf(own.filter(({ last }) => last === column).map(({ to }) => to)),
  }
}

const isDivided = (above: TextRow, below: TextRow, { rules, left, right }: Zone): boolean =>
  rules.some(
    (rule) => isBetweenRows(rule.at, above, below) && rule.to - rule.from > (right - left) * limits.minWidthShare,
  )

/** Tells whether something is drawn across the whole first column between two rows, so that no cell of it goes on. */
const isLabelCut = (
  above: TextRow,
  below: TextRow,
  zone: Zone,
  [left = zone.left, right = zone.right]: readonly number[],
) =>
  isDivided(above, below, {
    ...zone,
    rules: zone.rules.filter(
      ({ from, to }) => Math.min(to, right) - Math.max(from, left) > (right - left) * limits.minHeaderShare,
    ),
  })

/** Tells whether lines are drawn between most rows: between two of them are few lines of text. */
const isRuledBetweenRows = (rows: readonly PlacedRow[], zone: Zone): boolean => {
  const divided = pairwise(rows).filter(([above, below]) => isDivided(above, below, zone)).length
  return divided >= limits.minRules && rows.length / (divided + 1) < limits.maxRowsBetween
}

/** Returns the cells of a row. Where no line is drawn, text that reaches over the white before the next column is only long. */
const bodyCells = (group: RowGroup, row: number, hasLines: boolean): GridCell[] => {
  const cells = new Map<string, { column: number; columnSpan: number; words: ContentWord[] }>()
  const isAlone = group.every(({ pieces }) => pieces.length === 1)
  for (const { pieces } of group) {
    for (const { first, last, words } of pieces) {
      const spans = hasLines && last > first && !(isAlone && first === 0)
      const key = `${first}`
      const cell = cells.get(key)
      if (cell !== undefined) for (const word of words) cell.words.push(word)
      else cells.set(key, { column: first, columnSpan: spans ? last - first + 1 : 1, words: [...words] })
    }
  }
  return withoutOverlap([...cells.values()]).map((cell) => ({ ...cell, row, rowSpan: 1 }))
}

/** A cell spans other columns only as far as they are empty. */
const withoutOverlap = <Cell extends { column: number; columnSpan: number }>(cells: readonly Cell[]): Cell[] => {
  const sorted = cells.toSorted((a, b) => a.column - b.column)
  return sorted.map((cell, index) => ({
    ...cell,
    columnSpan: Math.min(cell.columnSpan, (sorted[index + 1]?.column ?? Infinity) - cell.column),
  }))
}

/** Rows end half way between their text and that of the next, in points. */
const endsOf = (groups: readonly RowGroup[]): number[] => {
  const bounds = groups.map((group) => ({
    top: minOf(group.map(({ top }) => top)),
    bottom: maxOf(group.map(({ bottom }) => bottom)),
  }))
  return [
    bounds[0]?.top ?? 0,
    ...bounds.slice(1).map(({ top }, index) => (top + (bounds[index]?.bottom ?? top)) / 2),
    bounds.at(-1)?.bottom ?? 0,
  ]
}
