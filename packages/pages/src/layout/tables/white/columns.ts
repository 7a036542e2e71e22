import type { Zone } from '../grid.ts'
import { columnParameters as limits, openZoneParameters, pageColumns } from '../parameters.ts'
import { maxOf, minOf } from '@polyparse/engine'
import { isTickSign } from '../../../language/tick-signs.ts'
import { isNumericText, isSignAfterNumber, isSignBeforeNumber } from '../../../language/numbers.ts'
import { chunksOfLine, isCommonStart, median, textOfWords, textRows, type TextRow } from '../rows/text-rows.ts'

/*
 * Finds the white that goes down between columns, and tells columns of a table from columns of running text.
 */

/** White between two columns, in points from the left of the page. */
export type Gap = { readonly from: number; readonly to: number }

/**
 * Returns what a row leaves of a gap: the widest white in it. Returns null when that is too narrow, which in a typed table is
 * one space.
 */
export const keptWhite = (
  gap: Gap,
  row: Pick<TextRow, 'words' | 'size' | 'typedSpace'>,
  isTyped = false,
): Gap | null => {
  let { from } = gap
  let best: Gap = { from, to: from }
  for (const { box } of [...row.words, { box: [gap.to, 0, gap.to, 0] as const }]) {
    if (box[2] < gap.from) continue
    const to = Math.min(box[0], gap.to)
    if (to - from > best.to - best.from) best = { from, to }
    from = Math.max(from, box[2])
  }
  const min = Math.max(
    row.size * openZoneParameters.minLeft,
    isTyped ? row.typedSpace * openZoneParameters.minSpaces : 0,
  )
  return best.to - best.from >= min ? best : null
}

/**
 * Returns where a gap is divided: in the middle of the widest white that no row reaches into, as its header may; in its own
 * middle where they leave none.
 */
export const dividerIn = (gap: Gap, rows: readonly TextRow[]): number => {
  const inside = rows.flatMap(({ words }) => words.filter(({ box }) => box[2] > gap.from && box[0] < gap.to))
  let { from } = gap
  let widest: Gap = { from, to: from }
  for (const { box } of [...inside.toSorted((a, b) => a.box[0] - b.box[0]), { box: [gap.to, 0, gap.to, 0] as const }]) {
    const to = Math.min(box[0], gap.to)
    if (to - from > widest.to - widest.from) widest = { from, to }
    from = Math.max(from, box[2])
  }
  const { from: left, to: right } = widest.to > widest.from ? widest : gap
  return (left + right) / 2
}

/** The gaps between columns, from the left; `headerRows` rows at the top reach over them. */
type Columns = {
  readonly gaps: readonly Gap[]
  readonly headerRows: number
  /** The left ends of columns: places where the words of most rows begin after clear white. */
  readonly starts: readonly number[]
}

/**
 * The gaps that go through the rows of a table from top to bottom. Headings of several columns are at the top and
 * reach over gaps: as many rows are left out as it takes to see the most columns. The first `headed` rows are known to
 * be a header: white in them that no row reaches over divides columns, too, even where one of them is empty.
 */
export const findColumns = (rows: readonly TextRow[], headed = 0): Columns => {
  const starts = commonStarts(rows)
  const inked = rows.map((row) => inkOfTextRow(row, starts))
  let best: Columns = { gaps: gapsOfInkedRows(inked), headerRows: 0, starts }
  const max = Math.min(limits.maxHeaderRows, Math.floor(rows.length / 2))
  for (let headerRows = 1; headerRows <= max; headerRows += 1) {
    const gaps = gapsOfInkedRows(inked.slice(headerRows))
    // One gap more says little after many rows: a single long heading may hide it.
    const gained = gaps.length - best.gaps.length
    if (gained > (headerRows >= limits.longHeaderRows ? 1 : 0)) best = { gaps, headerRows, starts }
  }
  const gaps = headed === 0 ? best.gaps : withHeaderGaps(best.gaps, rows, headed)
  return { ...best, gaps: withoutSigns(withoutMixedSigns(gaps, rows), rows.slice(best.headerRows)) }
}

const withHeaderGaps = (gaps: readonly Gap[], rows: readonly TextRow[], headed: number): Gap[] => {
  const header = rows.slice(0, headed)
  const size = median(header.map((row) => row.size))
  const chunks = header.map((row) => chunksOfLine(row, limits.minHeaderGap))
  const free = whiteBetween(chunks, 0).filter(({ from, to }) => to - from >= size * limits.minHeaderGap)
  const added = free.flatMap((gap) => {
    if (gaps.some(({ from, to }) => from < gap.to && to > gap.from)) return []
    const kept = rows.reduce<Gap | null>((left, row) => (left === null ? null : keptWhite(left, row)), gap)
    return kept ?? []
  })
  return [...gaps, ...added].toSorted((a, b) => a.from - b.from)
}

type Stretch = { readonly from: number; readonly to: number }

type Inked = { readonly ink: readonly Stretch[]; readonly size: number; readonly isParted: boolean }

/** The places where words begin in most rows, after clear white. */
const commonStarts = (rows: readonly TextRow[]): number[] => {
  const begun = Float64Array.from(
    rows.flatMap((row) => chunksOfLine(row, limits.minUsual).slice(1)),
    ({ from }) => from,
  ).toSorted()
  const starts: number[] = []
  for (let first = 0; first < begun.length;) {
    const from = begun[first] ?? Infinity
    let end = first
    while (end < begun.length && (begun[end] ?? Infinity) - from <= limits.alignment) end += 1
    if (end - first >= Math.max(limits.minAlignedRows, rows.length * limits.minStartShare)) starts.push(from)
    first = end
  }
  return starts.length > limits.maxStarts ? [] : starts
}

const inkOfTextRow = (row: TextRow, starts: readonly number[]): Inked => ({
  ink: starts.length === 0 ? chunksOfLine(row, limits.joined) : inkFromStarts(row, starts),
  size: row.size,
  isParted: chunksOfLine(row, limits.minUsual).length > 1,
})

const inkFromStarts = (row: TextRow, starts: readonly number[]): Stretch[] =>
  chunksOfLine(row, limits.joined).flatMap(({ words }) => {
    const ink: { from: number; to: number }[] = []
    for (const { box } of words) {
      const last = ink.at(-1)
      const isOwn = last !== undefined && box[0] - last.to >= row.size * limits.minLeft && isCommonStart(box[0], starts)
      if (last === undefined || isOwn) ink.push({ from: box[0], to: box[2] })
      else last.to = Math.max(last.to, box[2])
    }
    return ink
  })

const gapsOfInkedRows = (rows: readonly Inked[]): Gap[] => {
  const left = rows.reduce((least, { ink }) => Math.min(least, ink[0]?.from ?? Infinity), Infinity)
  const counted = rows.filter(
    ({ ink, size, isParted }) => isParted || (ink[0]?.from ?? 0) > left + size * limits.minIndent,
  )
  if (counted.length === 0) return []
  const size = median(counted.map((row) => row.size))
  const inks = counted.map(({ ink }) => ink)
  const allowed = Math.floor(counted.length * limits.maxCrossingShare)
  const gaps = whiteBetween(inks, allowed).filter(
    ({ from, to }) => to - from >= size * limits.minLeft && isGap({ from, to }, inks, size),
  )
  return withoutSlivers(gaps, inks)
}

/** The stretches in which no more than the allowed number of rows have ink. */
const whiteBetween = (inks: readonly (readonly Stretch[])[], allowed: number): Gap[] => {
  const all = inks.flat()
  const starts = Float64Array.from(all, ({ from }) => from).toSorted()
  const ends = Float64Array.from(all, ({ to }) => to).toSorted()
  const gaps: Gap[] = []
  let [depth, whiteFrom, inked] = [0, Number.NaN, false]
  for (let [start, end] = [0, 0]; end < ends.length;) {
    const begins = starts[start]
    const stops = ends[end] ?? Number.NaN
    // There is no white between two texts if one begins where the other ends.
    if (begins !== undefined && begins <= stops) {
      start += 1
      depth += 1
      if (depth !== allowed + 1) continue
      if (inked && begins > whiteFrom) gaps.push({ from: whiteFrom, to: begins })
      inked = true
    } else {
      end += 1
      depth -= 1
      if (depth === allowed) whiteFrom = stops
    }
  }
  return gaps
}

/**
 * Tells whether a gap is clearly wider than a space on most rows with text on both sides of it; or wider than one on all, where
 * text ends at one place before it and begins at one after it.
 */
const isGap = (gap: Gap, inks: readonly (readonly Stretch[])[], size: number): boolean => {
  const middle = (gap.from + gap.to) / 2
  const sides = inks.flatMap((ink) => {
    const before = ink.findLast(({ to }) => to <= middle)
    const after = ink.find(({ from }) => from >= middle)
    return before === undefined || after === undefined ? [] : [{ from: before.to, to: after.from }]
  })
  const usual = median(sides.map(({ from, to }) => to - from))
  if (sides.length >= limits.minRowsBetween && usual >= size * limits.minUsual) return true
  const isAligned = (edges: readonly number[]): boolean => maxOf(edges) - minOf(edges) < limits.alignment
  return (
    sides.length >= limits.minAlignedRows &&
    usual >= size * limits.minAligned &&
    isAligned(sides.map(({ from }) => from)) &&
    isAligned(sides.map(({ to }) => to))
  )
}

/** Two gaps with next to nothing between them are one. */
const withoutSlivers = (gaps: readonly Gap[], inks: readonly (readonly Stretch[])[]): Gap[] => {
  const kept: Gap[] = []
  for (const gap of gaps) {
    const last = kept.at(-1)
    const held =
      last === undefined
        ? inks.length
        : inks.filter((ink) => ink.some(({ from, to }) => from >= last.from && to <= gap.to)).length
    if (last === undefined || held >= Math.min(limits.minRowsBetween, inks.length)) kept.push(gap)
    else if (gap.to - gap.from > last.to - last.from) kept[kept.length - 1] = gap
  }
  return kept
}

/**
 * Joins the two gaps around nothing but brackets that close the numbers before them and currencies of the numbers after them:
 * the columns are divided between the one and the other.
 */
const withoutMixedSigns = (gaps: readonly Gap[], rows: readonly TextRow[]): Gap[] => {
  const kept: Gap[] = []
  for (const gap of gaps) {
    const before = kept.at(-1)
    const joined = before === undefined ? null : gapBetweenSigns(before, gap, rows)
    if (joined === null) kept.push(gap)
    else kept[kept.length - 1] = joined
  }
  return kept
}

const gapBetweenSigns = (before: Gap, after: Gap, rows: readonly TextRow[]): Gap | null => {
  const words = rows.flatMap((row) => row.words.filter(({ box }) => box[0] >= before.to && box[2] <= after.from))
  const closing = words.filter(({ text }) => isSignAfterNumber(text))
  const opening = words.filter(({ text }) => isSignBeforeNumber(text))
  if (closing.length === 0 || opening.length === 0 || closing.length + opening.length < words.length) return null
  const gap = { from: maxOf(closing.map(({ box }) => box[2])), to: minOf(opening.map(({ box }) => box[0])) }
  return gap.from < gap.to ? gap : null
}

/** Drops the gaps between numbers and their signs: currencies, per cents, marks of notes. */
const withoutSigns = (gaps: readonly Gap[], rows: readonly TextRow[]): Gap[] =>
  gaps.filter((gap, index) => {
    const before = textsBetween(rows, gaps[index - 1]?.to ?? -Infinity, gap.from)
    const after = textsBetween(rows, gap.to, gaps[index + 1]?.from ?? Infinity)
    const areSigns = (texts: readonly string[], isSign: (text: string) => boolean): boolean =>
      texts.length > 0 && texts.filter(isSign).length >= texts.length * limits.minSignShare
    return !(
      (areSigns(before, isSignBeforeNumber) && after.some(isNumericText)) ||
      (areSigns(after, isSignOrMarkAfterNumber) && before.some(isNumericText))
    )
  })

const isSignOrMarkAfterNumber = (text: string): boolean => /^[%)*†‡§]+$|^[a-c]$/u.test(text)

const textsBetween = (rows: readonly TextRow[], from: number, to: number): string[] =>
  rows.flatMap(({ words }) => {
    const inside = words.filter(({ box }) => (box[0] + box[2]) / 2 > from && (box[0] + box[2]) / 2 < to)
    return inside.length === 0 ? [] : [textOfWords(inside)]
  })

/**
 * The gap between two columns of running text in a zone. Returns null when there is none, so that the zone may be a
 * table.
 */
export const gutterOf = ({ words }: Zone): Gap | null => {
  const rows = textRows(words)
  const { gaps } = findColumns(rows)
  return gaps.find((gap) => isGutter(rows, gap)) ?? null
}

/** Sentences on the left, and on the right sentences too, or text that holds no values for them. */
const isGutter = (rows: readonly TextRow[], { from, to }: Gap): boolean => {
  const [left, right] = [side(rows, -Infinity, to), side(rows, from, Infinity)]
  if (!isRunningTextSide(left)) return false
  return (
    isRunningTextSide(right) ||
    (left.length >= pageColumns.minLeftStretches &&
      right.filter(({ isValue }) => isValue).length < right.length * pageColumns.maxValueShare)
  )
}

type SideStretch = { readonly words: number; readonly isValue: boolean }

const side = (rows: readonly TextRow[], from: number, to: number): SideStretch[] =>
  rows.flatMap((row) => {
    const words = row.words.filter(({ box }) => box[0] >= from && box[2] <= to)
    return chunksOfLine({ words, size: row.size }, pageColumns.gap).map((chunk) => ({
      words: chunk.words.length,
      isValue: isNumericText(textOfWords(chunk.words)) || chunk.words.every(({ text }) => isTickSign(text)),
    }))
  })

const isRunningTextSide = (stretches: readonly SideStretch[]): boolean =>
  stretches.length >= pageColumns.minStretches &&
  stretches.reduce((sum, { words }) => sum + words, 0) >= stretches.length * pageColumns.minWords
