import type { ContentWord, Rule } from '../../page-content.ts'
import type { Zone } from '../grid.ts'
import { chunksOf, median, textRows, type TextRow } from '../rows/text-rows.ts'
import type { Gap } from './columns.ts'

/** In heights of the text: gaps between columns, what is left of them, and the white between rows that ends a table. */
const sizes = { gap: 0.9, left: 0.55, between: 2.4 }
const minRows = 3

/** Where rows follow each other with gaps at the same place. */
export const openZones = (words: readonly ContentWord[], rules: readonly Rule[]): Zone[] => {
  const rows = textRows(words)
  const zones: Zone[] = []
  for (let start = 0; start < rows.length;) {
    const end = endOfRun(rows, start)
    if (end === null) start += 1
    else {
      const whole = rows.slice(start - headsAbove(rows, start, end), end)
      zones.push(...splitAtHeads(whole, rules).flatMap((part) => zoneOf(part, rules) ?? []))
      start = end
    }
  }
  return zones
}

/** The row after the last one of a table that begins here; null when none does. */
const endOfRun = (rows: readonly TextRow[], start: number): number | null => {
  const first = rows[start]
  if (first === undefined) return null
  let active = gapsOf(first)
  let [supporting, end] = [1, start + 1]
  let last = first
  for (let index = start + 1; index < rows.length && active.length > 0; index += 1) {
    const row = rows[index]
    if (row === undefined || row.top - last.bottom > Math.max(row.size, last.size) * sizes.between) break
    const kept = active.flatMap((gap) => keep(gap, row))
    if (kept.length === 0) {
      const next = rows[index + 1]
      const goesOn =
        next !== undefined &&
        supporting >= 3 &&
        active.length > 1 &&
        active.filter((gap) => supports(gap, next)).length > 1
      if (!goesOn || (row.words.at(-1)?.box[2] ?? 0) > (active[Math.floor(active.length / 2)]?.to ?? 0)) break
      last = row
      continue
    }
    active = kept
    last = row
    if (kept.some((gap) => supports(gap, row))) {
      supporting += 1
      end = index + 1
    }
  }
  return supporting >= (isBold(first) && !isBold(last) && active.length > 1 ? minRows - 1 : minRows) ? end : null
}

const isBold = ({ words }: TextRow): boolean => words.every(({ style }) => style.bold)

const gapsOf = (row: TextRow): Gap[] => {
  const chunks = chunksOf(row, sizes.gap)
  return chunks.slice(1).map(({ from }, index) => ({ from: chunks[index]?.to ?? from, to: from }))
}

/** What a row leaves of a gap: the widest white in it. */
const keep = (gap: Gap, row: TextRow): Gap[] => {
  let { from } = gap
  let best: Gap = { from, to: from }
  for (const { box } of [...row.words, { box: [gap.to, 0, gap.to, 0] as const }]) {
    if (box[2] < gap.from) continue
    const to = Math.min(box[0], gap.to)
    if (to - from > best.to - best.from) best = { from, to }
    from = Math.max(from, box[2])
  }
  return best.to - best.from >= row.size * sizes.left ? [best] : []
}

const supports = (gap: Gap, { words }: TextRow): boolean =>
  words.some(({ box }) => box[2] <= gap.from + 1) && words.some(({ box }) => box[0] >= gap.to - 1)

const zoneOf = (rows: readonly TextRow[], rules: readonly Rule[]): Zone | null => {
  const words = rows.flatMap((row) => row.words)
  if (words.length < 4) return null
  const [left, right] = [Math.min(...words.map(({ box }) => box[0])), Math.max(...words.map(({ box }) => box[2]))]
  const [top, bottom] = [rows[0]?.top ?? 0, rows.at(-1)?.bottom ?? 0]
  const margin = median(rows.map(({ size }) => size))
  const inside = rules.filter(
    ({ at, from, to }) => at > top && at < bottom + margin && from > left - margin && to < right + margin,
  )
  return { left: left - 1, right: right + 1, words, rules: inside, xs: null }
}

const maxHeadRows = 3
const maxHeads = 4
/** In heights of the text, and as a factor of the way from line to line. */
const reach = { above: 0.9, apart: 1.4 }

/** How many lines right above a table stand over its columns and so head it: they begin right of its first column. */
export const headsAbove = (rows: readonly TextRow[], start: number, end: number): number => {
  const table = rows.slice(start, end)
  const [left, right] = [Math.min(...table.map(leftOf)), Math.max(...table.map(rightOf))]
  const firstEnd = Math.min(...table.flatMap(({ words }) => words[0]?.box[2] ?? []))
  let count = 0
  while (count < maxHeadRows) {
    const [row, below] = [rows[start - count - 1], rows[start - count]]
    if (row === undefined || below === undefined || below.top - row.bottom > row.size * reach.above) break
    const isOver = leftOf(row) > Math.max(firstEnd, left + row.size * 2) && rightOf(row) < right + row.size
    if (!isOver || rightOf(row) - leftOf(row) > (right - left) * 0.8) break
    count += 1
  }
  return count
}

const leftOf = ({ words }: TextRow): number => words[0]?.box[0] ?? Infinity
const rightOf = ({ words }: TextRow): number => Math.max(...words.map(({ box }) => box[2]))

/** Tables one below another: a line over the whole width, under lines that stand apart from those above, begins one. */
export const splitAtHeads = (rows: readonly TextRow[], rules: readonly Rule[]): TextRow[][] => {
  const width = Math.max(...rows.map(rightOf)) - Math.min(...rows.map(leftOf))
  const heads = rules.filter(({ from, to }) => to - from > width * 0.8)
  const starts = new Set<number>()
  // More lines than that are those of a grid, such as charts have behind them.
  for (const { at } of heads.length > maxHeads ? [] : heads) {
    const under = rows.findIndex(({ baseline }) => baseline > at)
    for (let index = under - 1; index > Math.max(3, under - 1 - maxHeadRows); index -= 1) {
      if (pitchAt(rows, index) <= pitchAt(rows, index - 1) * reach.apart) continue
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
