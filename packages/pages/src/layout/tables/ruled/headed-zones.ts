import { firstOf, lastOf } from '@polyparse/document/items'
import { maxOf, minOf } from '@polyparse/engine'
import type { ContentWord, Rule } from '../../page-content.ts'
import type { Zone } from '../grid.ts'
import { headedZones as limits } from '../parameters.ts'
import { isNumericText } from '../../../language/numbers.ts'
import { chunksOfLine, textOfWords, textRows, type TextRow } from '../rows/text-rows.ts'
import { keptWhite, type Gap } from '../white/columns.ts'
import type { WordIndex } from '../word-index.ts'
import { drawnColumns } from './drawn-columns.ts'
import type { StraightRule } from './straight-rules.ts'
import { isHeading } from './text-between.ts'

/*
 * Finds tables of which only the line below their header is drawn. The header says where columns may be: it is in
 * pieces right above the line, and the rows below leave the white between them free.
 */

/** The header above a line and the rows below it that keep to its columns. Returns null when there are none. */
export const headedZone = (rule: StraightRule, rules: readonly Rule[], index: WordIndex): Zone | null => {
  const header = headerAbove(rowsBetween(rule.at - limits.reachUp, rule.at, rule, index), rule, rules)
  if (header === null) return null
  const body = bodyBelow(rowsBetween(rule.at, rule.at + limits.reachDown, rule, index), header.gaps, rule)
  const [first] = body
  if (first === undefined || isPart(body)) return null
  // The text above the line is a running head then, and the header comes below the line.
  if (isHeading(first) && !header.rows.some(isHeading)) return null
  const kept = [...header.rows, ...body]
  const words = kept.flatMap((row) => row.words)
  const [top, bottom] = [minOf(kept.map((row) => row.top)), maxOf(kept.map((row) => row.bottom))]
  const inside = rules.filter(
    ({ at, from, to }) => at > top && at < bottom && from > rule.from - limits.margin && to < rule.to + limits.margin,
  )
  return { left: rule.from, right: rule.to, words, rules: inside, xs: drawnColumns([rule], rule.from, rule.to, words) }
}

/** A row with the words beside the table. */
type HeadedZoneRow = TextRow & { readonly beside: readonly ContentWord[] }

/**
 * The rows above or below a line; those that go on beyond its ends hold text of the page, and end a table. None where
 * there are more words than a page for reading has.
 */
const rowsBetween = (top: number, bottom: number, rule: Rule, index: WordIndex): HeadedZoneRow[] => {
  const words = index.within([-Infinity, top, Infinity, bottom])
  if (words.length > limits.maxWords) return []
  return textRows(words).flatMap((row) => {
    const inside = row.words.filter(
      ({ box }) => (box[0] + box[2]) / 2 > rule.from - limits.margin && (box[0] + box[2]) / 2 < rule.to + limits.margin,
    )
    if (inside.length === 0) return []
    const [from, to] = [firstOf(inside).box[0], lastOf(inside).box[2]]
    const goesOn = row.words.some(
      (word) =>
        !inside.includes(word) && Math.max(word.box[0] - to, from - word.box[2]) < row.size * limits.minWhiteBeside,
    )
    const beside = row.words.filter((word) => !inside.includes(word))
    return [{ ...row, words: goesOn ? row.words : inside, beside }]
  })
}

/**
 * Tells whether most rows have a label beside them: the line is drawn over some columns only. Lines that mostly end at one
 * place are those of another column of the page.
 */
const isPart = (body: readonly HeadedZoneRow[]): boolean => {
  const labels = body.map(({ beside }) => beside).filter(({ length }) => length > 0)
  const widths = labels.map((words) => lastOf(words).box[2] - firstOf(words).box[0])
  const full = widths.filter((width) => width > maxOf(widths) * limits.fullLine)
  const words = labels.reduce((sum, { length }) => sum + length, 0)
  const isRunningText =
    full.length >= labels.length * limits.minFullShare && words >= labels.length * limits.minWordsOfLine
  return labels.length >= body.length * limits.minLabelShare && !isRunningText
}

type ZoneHeader = { readonly rows: readonly TextRow[]; readonly gaps: readonly Gap[] }

/** The pieces of text right above a line, in one row or in a few that leave the same white. */
const headerAbove = (rows: readonly TextRow[], rule: StraightRule, rules: readonly Rule[]): ZoneHeader | null => {
  const last = rows.at(-1)
  if (last === undefined || rule.at - last.baseline > last.size * limits.maxWhite || !isRowWithinRule(last, rule))
    return null
  if (chunksOfLine(last, limits.minGap).some(({ words }) => isAmount(textOfWords(words)))) return null
  let gaps = gapsOfHeaderRow(last)
  const header = [last]
  for (const row of rows.slice(0, -1).toReversed()) {
    const [below = last] = header
    if (header.length >= limits.maxHeaderRows || below.baseline - row.baseline > row.size * limits.maxHeaderPitch) break
    const isOverRule = rules.some(
      ({ at, from, to }) =>
        at > row.baseline &&
        at < last.baseline - last.size * limits.ruleClearance &&
        from > rule.from - 1 &&
        to < rule.to + 1,
    )
    const kept = isOverRule ? gaps : gaps.flatMap((gap) => keptWhite(gap, row) ?? [])
    const isHeader =
      isRowWithinRule(row, rule) && kept.length === gaps.length && row.size < last.size * limits.maxSizeRatio
    if (isOverRule && isHeader) {
      header.unshift(row)
      continue
    }
    const isBeside = below.baseline - row.baseline < row.size * limits.minHeaderPitch
    if (!isHeader || (!isBeside && chunksOfLine(row, limits.minGap).length === 1 && isAtLeft(row, rule, gaps))) break
    gaps = kept
    header.unshift(row)
  }
  return gaps.length === 0 ? null : { rows: header, gaps }
}

/** A line of a program below a table is no row of it. */
const isMonospacedRow = ({ words }: TextRow): boolean => words.every(({ style }) => style.monospaced)

/** A number with a point or comma in it: a value, not the heading of a column. */
const isAmount = (text: string): boolean => isNumericText(text) && /\d[.,'’]\d/u.test(text)

/** A line of text above the first column alone is no header. */
const isAtLeft = (row: TextRow, rule: StraightRule, [first]: readonly Gap[]): boolean =>
  lastOf(row.words).box[2] <= (first?.from ?? rule.to)

const isRowWithinRule = ({ words }: TextRow, { from, to }: Rule): boolean =>
  firstOf(words).box[0] > from - limits.margin && lastOf(words).box[2] < to + limits.margin

const gapsOfHeaderRow = (row: TextRow): Gap[] => {
  const chunks = chunksOfLine(row, limits.minGap)
  return chunks.slice(1).map(({ from }, index) => ({ from: chunks[index]?.to ?? from, to: from }))
}

/**
 * The rows below a header that leave white in all its gaps. A row with one piece may go on a table that is as close as
 * its other rows; text set apart more comes after it.
 */
const bodyBelow = (rows: readonly HeadedZoneRow[], gaps: readonly Gap[], rule: Rule): HeadedZoneRow[] => {
  const body: HeadedZoneRow[] = []
  let active = gaps
  let [loosest, end] = [0, 0]
  for (const row of rows) {
    const above = body.at(-1)
    const kept = active.flatMap((gap) => keptWhite(gap, row) ?? [])
    if (kept.length < active.length || !isRowWithinRule(row, rule)) break
    if (above !== undefined && isMonospacedRow(row) && !isMonospacedRow(above)) break
    const isParted = chunksOfLine(row, limits.minGap).length > 1
    const pitch = (row.baseline - (above?.baseline ?? rule.at)) / row.size
    if (pitch > limits.maxPitch) break
    if (!isParted && above !== undefined && loosest > 0 && pitch > loosest * limits.maxLoosening) break
    if (above !== undefined) loosest = Math.max(loosest, pitch)
    active = kept
    body.push(row)
    if (isParted) end = body.length
    else if (loosest > 0 && pitch <= loosest * limits.maxLoosening && end > 0) end = body.length
  }
  return body.slice(0, end)
}
