import { firstOf, itemAt, lastOf } from '@polyparse/document/items'
import { areBold } from '../../../language/bold.ts'
import { isSignAfterNumber, isSignBeforeNumber } from '../../../language/numbers.ts'
import type { ContentWord, Rule } from '../../page-content.ts'
import type { Zone } from '../grid.ts'
import { openHeaders, openZoneParameters as limits } from '../parameters.ts'
import { chunksOfLine, median, textRows, type TextRow } from '../rows/text-rows.ts'
import { isHeading } from '../ruled/text-between.ts'
import { keptWhite, type Gap } from './columns.ts'
import { splitTouching } from './touching-tables.ts'
import { maxOf, minOf } from '@polyparse/engine'

/*
 * Finds tables without lines: rows that follow each other with gaps at the same places. Headings above them belong to
 * them, and a heading over a line in the middle begins another table.
 */

/**
 * The places where rows follow each other with gaps at the same places, from the top. `rules` are the page's lines
 * across.
 */
export const openZones = (words: readonly ContentWord[], rules: readonly Rule[]): Zone[] => {
  const rows = textRows(words)
  const unsigned = rows.map(withoutSetOffSigns)
  const zones: Zone[] = []
  for (let start = 0; start < rows.length;) {
    const end = endOfTable(unsigned, start)
    if (end === null) start += 1
    else {
      const whole = withoutRunningHead(rows.slice(start - headerRowsAbove(rows, start, end), end), rules)
      const parts = splitAtHeaders(whole, rules).flatMap(splitTouching)
      for (const zone of parts.flatMap((part) => zoneOfOpenRows(part, rules) ?? [])) zones.push(zone)
      start = end
    }
  }
  return zones
}

/** A row without the currencies and brackets that are set apart from their numbers: they leave little of the white. */
const withoutSetOffSigns = (row: TextRow): TextRow => {
  const words = row.words.filter(({ text }) => !isSignBeforeNumber(text) && !isSignAfterNumber(text))
  return words.length === 0 ? row : { ...row, words }
}

/**
 * The index after the last row of a table that begins at `start`. Returns null when none does. Below a bold header,
 * whose words may be closer together than the cells, the gaps of the next row say as much.
 */
const endOfTable = (rows: readonly TextRow[], start: number): number | null => {
  const end = endOfRun(rows, start)
  const [first, second] = rows.slice(start)
  if (end === null || first === undefined || second === undefined) return end
  const isHeader = areBold(first.words) && !areBold(second.words)
  return isHeader ? Math.max(end, endOfRun(rows, start + 1) ?? end) : end
}

/** The index after the last row that follows from `start` on with gaps at the same places. Returns null when too few do. */
const endOfRun = (rows: readonly TextRow[], start: number): number | null => {
  const first = rows[start]
  if (first === undefined) return null
  let active = gapsOfOpenRow(first)
  let [supporting, end] = [1, start + 1]
  let last = first
  let isTyped = first.typedSpace > 0
  let loosest = 0
  for (let index = start + 1; index < rows.length && active.length > 0; index += 1) {
    const row = rows[index]
    if (row === undefined || row.top - last.bottom > Math.max(row.size, last.size) * limits.maxWhiteBetween) break
    const pitch = row.baseline - last.baseline
    const wide = gapsOfOpenRow(row)
    const isUndivided = !active.some((gap) => wide.some(({ from, to }) => from < gap.to && to > gap.from))
    if (isUndivided && loosest > 0 && pitch > loosest * limits.maxLoosening) break
    loosest = Math.max(loosest, pitch)
    const kept = active.flatMap((gap) => keptWhite(gap, row, isTyped) ?? [])
    if (kept.length === 0) {
      const next = rows[index + 1]
      const goesOn =
        next !== undefined &&
        supporting >= limits.minSupportingRows &&
        active.length > 1 &&
        active.filter((gap) => supports(gap, next)).length > 1
      if (!goesOn || lastOf(row.words).box[2] > itemAt(active, Math.floor(active.length / 2)).to) break
      last = row
      continue
    }
    const before = active.length
    active = kept
    last = row
    isTyped ||= row.typedSpace > 0
    if (kept.some((gap) => supports(gap, row))) {
      supporting += 1
      end = index + 1
    } else if (end === index && isUndivided && kept.length === before && isInside(row, kept)) end = index + 1
  }
  const minRows =
    areBold(first.words) && !areBold(last.words) && active.length > 1 ? limits.minRowsWithBoldHeader : limits.minRows
  if (supporting < minRows) return null
  while (goesOnBelow(rows[end - 1], rows[end])) end += 1
  return end
}

/** Tells whether a line is the next one of a cell of the row above, right of the first column. */
const goesOnBelow = (above: TextRow | undefined, row: TextRow | undefined): boolean => {
  if (above === undefined || row === undefined || chunksOfLine(row, limits.minGap).length > 1) return false
  if (row.baseline - above.baseline > row.size * limits.maxLinePitch) return false
  return chunksOfLine(above, limits.minGap).some(
    ({ from }, column) => column > 0 && Math.abs(from - leftOfTextRow(row)) < limits.tolerance,
  )
}

const gapsOfOpenRow = (row: TextRow): Gap[] => {
  const chunks = chunksOfLine(row, limits.minGap)
  return chunks.slice(1).map(({ from }, index) => ({ from: chunks[index]?.to ?? from, to: from }))
}

const supports = (gap: Gap, { words }: TextRow): boolean =>
  words.some(({ box }) => box[2] <= gap.from + limits.tolerance) &&
  words.some(({ box }) => box[0] >= gap.to - limits.tolerance)

/** Tells whether a row has nothing in the first column: it goes on with the cells of the row above. */
const isInside = ({ words }: TextRow, gaps: readonly Gap[]): boolean =>
  firstOf(words).box[0] >= minOf(gaps.map(({ to }) => to)) - limits.tolerance

const zoneOfOpenRows = (rows: readonly TextRow[], rules: readonly Rule[]): Zone | null => {
  const words = rows.flatMap((row) => row.words)
  if (words.length < limits.minWords) return null
  const [left, right] = [minOf(words.map(({ box }) => box[0])), maxOf(words.map(({ box }) => box[2]))]
  const [top, bottom] = [rows[0]?.top ?? 0, rows.at(-1)?.bottom ?? 0]
  const margin = median(rows.map(({ size }) => size))
  const inside = rules.filter(
    ({ at, from, to }) => at > top && at < bottom + margin && from > left - margin && to < right + margin,
  )
  return { left: left - 1, right: right + 1, words, rules: inside, xs: null }
}

/**
 * Returns how many lines right above a table head its columns: a bold one with a word for each of them, or some that
 * lie over them, right of the first column.
 */
const headerRowsAbove = (rows: readonly TextRow[], start: number, end: number): number => {
  const table = rows.slice(start, end)
  if (isCloseHeader(rows[start - 1], table)) return 1
  const [left, right] = [minOf(table.map(leftOfTextRow)), maxOf(table.map(rightOfTextRow))]
  const firstEnd = minOf(table.map(({ words }) => firstOf(words).box[2]))
  let count = 0
  while (count < openHeaders.maxRows) {
    const [row, below] = [rows[start - count - 1], rows[start - count]]
    if (row === undefined || below === undefined || below.top - row.bottom > row.size * openHeaders.maxWhite) break
    const isOver =
      leftOfTextRow(row) > Math.max(firstEnd, left + row.size * openHeaders.minIndent) &&
      rightOfTextRow(row) < right + row.size
    if (!isOver || rightOfTextRow(row) - leftOfTextRow(row) > (right - left) * openHeaders.maxWidthShare) break
    // A title is centred over the labels as well.
    if (Math.abs(leftOfTextRow(row) + rightOfTextRow(row) - left - right) / 2 < row.size * openHeaders.maxOffCentre)
      break
    count += 1
  }
  return count
}

/**
 * Tells whether a row is a bold header whose words are closer together than the cells below them, one over each column,
 * as those over short numbers do.
 */
const isCloseHeader = (row: TextRow | undefined, table: readonly TextRow[]): boolean => {
  const [first, second] = table
  if (row === undefined || first === undefined || second === undefined) return false
  if (!areBold(row.words) || areBold(table.flatMap(({ words }) => words))) return false
  if (first.baseline - row.baseline > (second.baseline - first.baseline) * limits.maxLoosening) return false
  const gaps = table
    .slice(1)
    .reduce((left, other) => left.flatMap((gap) => keptWhite(gap, other) ?? []), gapsOfOpenRow(first))
  const edges = [...gaps.map(({ from }) => from), maxOf(table.map(rightOfTextRow))]
  const isOverOne = (right: number, column: number): boolean => {
    const left = gaps[column - 1]?.to ?? minOf(table.map(leftOfTextRow))
    const over = row.words.filter(({ box }) => box[0] < right + limits.tolerance && box[2] > left - limits.tolerance)
    return over.length === 1
  }
  return gaps.length >= openHeaders.minGaps && row.words.length === edges.length && edges.every(isOverOne)
}

const leftOfTextRow = ({ words }: TextRow): number => firstOf(words).box[0]
const rightOfTextRow = ({ words }: TextRow): number => maxOf(words.map(({ box }) => box[2]))

/** The rows from a header on that is right below a line over the whole width, with no header above the line. */
const withoutRunningHead = (rows: readonly TextRow[], rules: readonly Rule[]): readonly TextRow[] => {
  const [first] = rows
  const width = maxOf(rows.map(rightOfTextRow)) - minOf(rows.map(leftOfTextRow))
  const below = rows.findIndex(
    (row) =>
      first !== undefined &&
      rules.some(
        ({ at, from, to }) => at > first.baseline && at < row.top && to - from > width * openHeaders.minRuleShare,
      ),
  )
  const header = rows[below]
  const isRunningHead =
    header !== undefined &&
    below <= openHeaders.maxRows &&
    isHeading(header) &&
    !rows.slice(0, below).some((row) => isHeading(row))
  return isRunningHead ? rows.slice(below) : rows
}

/**
 * Divides tables one below another: a rule over the whole width, below lines set apart from those above, begins one.
 */
const splitAtHeaders = (rows: readonly TextRow[], rules: readonly Rule[]): TextRow[][] => {
  const width = maxOf(rows.map(rightOfTextRow)) - minOf(rows.map(leftOfTextRow))
  const headerRules = rules.filter(({ from, to }) => to - from > width * openHeaders.minRuleShare)
  const starts = new Set<number>()
  for (const { at } of headerRules.length > openHeaders.maxLines ? [] : headerRules) {
    const under = rows.findIndex(({ baseline }) => baseline > at)
    for (
      let index = under - 1;
      index > Math.max(openHeaders.minRowsBefore - 1, under - 1 - openHeaders.maxRows);
      index -= 1
    ) {
      if (pitchAt(rows, index) <= pitchAt(rows, index - 1) * openHeaders.minPitchRatio) continue
      starts.add(index)
      break
    }
  }
  const parts: TextRow[][] = [[]]
  for (const [index, row] of rows.entries()) {
    if (starts.has(index)) parts.push([])
    parts.at(-1)?.push(row)
  }
  return parts
}

const pitchAt = (rows: readonly TextRow[], index: number): number =>
  (rows[index]?.baseline ?? 0) - (rows[index - 1]?.baseline ?? 0)
