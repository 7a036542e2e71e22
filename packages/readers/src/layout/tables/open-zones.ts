import type { ContentWord, Rule } from '../page-content.ts'
import type { Gap } from './columns.ts'
import { headsAbove, splitAtHeads } from './open-ends.ts'
import type { Zone } from './zone.ts'
import { chunksOf, median, textRows, type TextRow } from './text-rows.ts'

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
