import { firstOf, lastOf, pairwise } from '@polyparse/document/items'
import { maxOf, minOf } from '@polyparse/engine'
import { spanningLabels as limits } from './parameters.ts'
import type { RowGroup } from './group-rows.ts'
import type { PlacedRow } from './text-rows.ts'

/*
 * Says which labels of the first column are those of several rows: they are set in the middle of them, where the white
 * beside the other rows is left for them.
 */

/** A label for several rows: the index of its first row, their number, and its lines, without other columns. */
export type SpanningLabel = { readonly row: number; readonly rowSpan: number; readonly lines: readonly PlacedRow[] }

type Labelled = { readonly groups: readonly RowGroup[]; readonly labels: readonly SpanningLabel[] }

/**
 * The rows of a table, with the labels that are in the middle of several of them taken out. All labels must divide
 * all rows among them in that way, and none may lie over a place where its column `isCut` by what is drawn, else each
 * stays in its row.
 */
export const withSpanningLabels = (
  groups: readonly RowGroup[],
  isCut: (above: PlacedRow, below: PlacedRow) => boolean,
): Labelled => {
  const none: Labelled = { groups, labels: [] }
  const rows = groups.filter((group) => group.some(({ pieces }) => pieces.some(({ first }) => first > 0)))
  const labels = groups.map(labelOf).filter((label) => label !== null)
  if (rows.length < 2 || labels.length === rows.length) return none
  const found: SpanningLabel[] = []
  let next = 0
  for (const label of labels) {
    const rowSpan = rowSpanOfLabel(rows.slice(next), middleOfBaselines(label))
    if (rowSpan === null || isAnyCut(rows.slice(next, next + rowSpan), isCut)) return none
    found.push({ row: next, rowSpan, lines: label })
    next += rowSpan
  }
  const spanning = found.filter(({ rowSpan }) => rowSpan > 1)
  if (next < rows.length || spanning.length === 0) return none
  const isTaken = (row: number): boolean =>
    spanning.some((label) => row >= label.row && row < label.row + label.rowSpan)
  return { groups: rows.map((group, row) => (isTaken(row) ? group.map(withoutLabel) : group)), labels: spanning }
}

const isAnyCut = (rows: readonly RowGroup[], isCut: (above: PlacedRow, below: PlacedRow) => boolean): boolean =>
  pairwise(rows).some(([above, below]) => isCut(lastOf(above), firstOf(below)))

const labelOf = (group: RowGroup): PlacedRow[] | null => {
  const lines = group.flatMap((line) => {
    const pieces = line.pieces.filter(({ first, last }) => first === 0 && last === 0)
    return pieces.length === 0 ? [] : [{ ...line, pieces }]
  })
  return lines.length === 0 ? null : lines
}

const withoutLabel = (line: PlacedRow): PlacedRow => ({ ...line, pieces: line.pieces.filter(({ first }) => first > 0) })

const middleOfBaselines = (lines: readonly PlacedRow[]): number =>
  (minOf(lines.map(({ baseline }) => baseline)) + maxOf(lines.map(({ baseline }) => baseline))) / 2

/** The number of rows, from the first on, in whose middle a label is. */
const rowSpanOfLabel = (rows: readonly RowGroup[], label: number): number | null => {
  const [top, size] = [minOf(rows[0]?.map(({ baseline }) => baseline) ?? []), rows[0]?.[0]?.size ?? 0]
  for (const [index, row] of rows.entries()) {
    const middle = (top + maxOf(row.map(({ baseline }) => baseline))) / 2
    if (Math.abs(middle - label) < size * limits.tolerance) return index + 1
    if (middle > label) return null
  }
  return null
}
