import type { Zone } from '../grid.ts'
import { chunksOf, isNumeric, median, textOf, textRows, type TextRow } from '../rows/text-rows.ts'

/** White between two columns. */
export type Gap = { readonly from: number; readonly to: number }

/** What is found between columns; `headRows` is how many rows at the top reach over them. */
export type Columns = { readonly gaps: readonly Gap[]; readonly headRows: number }

/** In heights of the text: spaces join, the white left over all rows, and what it is on most rows. */
const widths = { joined: 0.35, left: 0.28, usual: 0.75 }
/** The share of rows that may reach over a gap. */
const crossingShare = 0.08
const maxHeadRows = 6

/**
 * The gaps that go through rows of a table from top to bottom. Rows that head several columns stand at the top and reach
 * over gaps; as many are left out as it takes to see most columns.
 */
export const findColumns = (rows: readonly TextRow[]): Columns => {
  const inked = rows.map(inkOf)
  let best: Columns = { gaps: gapsOf(inked), headRows: 0 }
  const max = Math.min(maxHeadRows, Math.floor(rows.length / 2))
  for (let headRows = 1; headRows <= max; headRows += 1) {
    const gaps = gapsOf(inked.slice(headRows))
    // That one row more or less opens one gap more says little; long headers stand over several columns.
    const gained = gaps.length - best.gaps.length
    if (gained > (headRows > 2 ? 1 : 0)) best = { gaps, headRows }
  }
  return { ...best, gaps: withoutSigns(best.gaps, rows.slice(best.headRows)) }
}

type Stretch = { readonly from: number; readonly to: number }

type Inked = { readonly ink: readonly Stretch[]; readonly size: number; readonly isParted: boolean }

const inkOf = (row: TextRow): Inked => ({
  ink: chunksOf(row, widths.joined),
  size: row.size,
  isParted: chunksOf(row, widths.usual).length > 1,
})

const gapsOf = (rows: readonly Inked[]): Gap[] => {
  const left = rows.reduce((least, { ink }) => Math.min(least, ink[0]?.from ?? Infinity), Infinity)
  const counted = rows.filter(({ ink, size, isParted }) => isParted || (ink[0]?.from ?? 0) > left + size * 2)
  if (counted.length === 0) return []
  const size = median(counted.map((row) => row.size))
  const inks = counted.map(({ ink }) => ink)
  const allowed = Math.floor(counted.length * crossingShare)
  const gaps = whiteBetween(inks, allowed).filter(
    ({ from, to }) => to - from >= size * widths.left && isGap({ from, to }, inks, size),
  )
  return withoutSlivers(gaps, inks)
}

/** Where at most so many rows have ink. */
const whiteBetween = (inks: readonly (readonly Stretch[])[], allowed: number): Gap[] => {
  const events = inks
    .flatMap((ink) =>
      ink.flatMap(({ from, to }) => [
        { at: from, step: 1 },
        { at: to, step: -1 },
      ]),
    )
    .toSorted((a, b) => a.at - b.at || b.step - a.step)
  const gaps: Gap[] = []
  let [depth, whiteFrom, inked] = [0, Number.NaN, false]
  for (const { at, step } of events) {
    const before = depth
    depth += step
    if (before > allowed && depth <= allowed) whiteFrom = at
    if (before <= allowed && depth > allowed) {
      if (inked && at > whiteFrom) gaps.push({ from: whiteFrom, to: at })
      inked = true
    }
  }
  return gaps
}

/** On most rows with text on both sides it is clearly wider than a space. */
const isGap = (gap: Gap, inks: readonly (readonly Stretch[])[], size: number): boolean => {
  const middle = (gap.from + gap.to) / 2
  const widthsOfRows = inks.flatMap((ink) => {
    const before = ink.findLast(({ to }) => to <= middle)
    const after = ink.find(({ from }) => from >= middle)
    return before === undefined || after === undefined ? [] : [after.from - before.to]
  })
  return widthsOfRows.length >= 2 && median(widthsOfRows) >= size * widths.usual
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
    if (last === undefined || held >= Math.min(2, inks.length)) kept.push(gap)
    else if (gap.to - gap.from > last.to - last.from) kept[kept.length - 1] = gap
  }
  return kept
}

const signs = { before: /^[$€£¥(<>≤≥±~]+$/u, after: /^[%)*†‡§]+$|^[a-c]$/u }

/** Signs of currency, per cents and marks of notes belong to the numbers beside them. */
const withoutSigns = (gaps: readonly Gap[], rows: readonly TextRow[]): Gap[] =>
  gaps.filter((gap, index) => {
    const before = textsBetween(rows, gaps[index - 1]?.to ?? -Infinity, gap.from)
    const after = textsBetween(rows, gap.to, gaps[index + 1]?.from ?? Infinity)
    const isSign = (texts: readonly string[], sign: RegExp): boolean =>
      texts.length > 0 && texts.every((text) => sign.test(text))
    return !(
      (isSign(before, signs.before) && after.some(isNumeric)) ||
      (isSign(after, signs.after) && before.some(isNumeric))
    )
  })

const textsBetween = (rows: readonly TextRow[], from: number, to: number): string[] =>
  rows.flatMap(({ words }) => {
    const inside = words.filter(({ box }) => (box[0] + box[2]) / 2 > from && (box[0] + box[2]) / 2 < to)
    return inside.length === 0 ? [] : [textOf(inside)]
  })

/** Stretches on each side, and words in each, from which on both sides are taken for columns of text. */
const min = { lines: 4, words: 3 }

/** The gap between two columns of running text; null when the zone has none, and so may be a table. */
export const gutterOf = ({ words }: Zone): Gap | null => {
  const rows = textRows(words)
  const { gaps } = findColumns(rows)
  return gaps.find((gap) => isGutter(rows, gap)) ?? null
}

/** Sentences on the left, and on the right more of them, or anything longer that are no values for what is on the left. */
const isGutter = (rows: readonly TextRow[], { from, to }: Gap): boolean => {
  const [left, right] = [side(rows, -Infinity, to), side(rows, from, Infinity)]
  if (!isText(left)) return false
  return isText(right) || (left.length > 5 && right.filter(({ isValue }) => isValue).length < right.length * 0.4)
}

type SideChunk = { readonly words: number; readonly isValue: boolean }

const side = (rows: readonly TextRow[], from: number, to: number): SideChunk[] =>
  rows.flatMap((row) => {
    const words = row.words.filter(({ box }) => box[0] >= from && box[2] <= to)
    return chunksOf({ words, size: row.size }, 0.9).map((chunk) => ({
      words: chunk.words.length,
      isValue: isNumeric(textOf(chunk.words)),
    }))
  })

const isText = (stretches: readonly SideChunk[]): boolean =>
  stretches.length >= min.lines && stretches.reduce((sum, { words }) => sum + words, 0) >= stretches.length * min.words
