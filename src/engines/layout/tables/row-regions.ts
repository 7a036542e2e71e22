import type { Rule } from '../page-content.ts'
import { findColumns } from './columns.ts'
import { chunksOf, isNumeric, median, textOf, type TextRow } from './text-rows.ts'

/** Lines of text that may be a table, with what is drawn across between them. */
export type RowRegion = { readonly rows: readonly TextRow[]; readonly rules: readonly Rule[] }

/** In heights of the text: gaps between cells, and the way down to the next row. */
const reach = { gap: 1, down: 3.2 }

/** Between lines drawn across in one length: the text from the first of them to the last. */
export const ruledRegions = (rows: readonly TextRow[], rules: readonly Rule[]): RowRegion[] => {
  const stacks: Rule[][] = []
  for (const rule of rules.filter(({ from, to }) => to - from > 60)) {
    const stack = stacks.find(([first]) => first !== undefined && isInLine(first, rule))
    if (stack === undefined) stacks.push([rule])
    else stack.push(rule)
  }
  return stacks.flatMap((stack) => {
    const [first, last] = [stack[0], stack.at(-1)]
    if (first === undefined || last === undefined || stack.length < 2) return []
    const inside = rows.filter((row) => isBetween(row, first, last))
    if (inside.length < 2) return []
    const own = rules.filter(
      ({ at, from, to }) => at > first.at + 2 && at < last.at - 2 && from >= first.from - 6 && to <= first.to + 6,
    )
    const region = { rows: inside.map((row) => within(row, first)), rules: own }
    return isTabular(region.rows, 0.5) ? [region] : []
  })
}

const isInLine = (a: Rule, b: Rule): boolean => Math.abs(a.from - b.from) < 6 && Math.abs(a.to - b.to) < 6

const isBetween = ({ baseline, words }: TextRow, above: Rule, below: Rule): boolean =>
  baseline > above.at && baseline < below.at + 1 && words.some(({ box }) => box[0] < above.to && box[2] > above.from)

const within = (row: TextRow, { from, to }: Rule): TextRow => ({
  ...row,
  words: row.words.filter(({ box }) => (box[0] + box[2]) / 2 > from - 4 && (box[0] + box[2]) / 2 < to + 4),
})

const isTabular = (rows: readonly TextRow[], share: number): boolean => {
  const several = rows.filter((row) => chunksOf(row, reach.gap).length > 1).length
  return several >= 2 && several >= rows.length * share && !isProse(rows)
}

/** Runs of lines with gaps at the same places, without anything drawn. */
export const openRegions = (rows: readonly TextRow[], rules: readonly Rule[]): RowRegion[] => {
  const runs: TextRow[][] = []
  let run: TextRow[] = []
  const end = (): void => {
    while (run.length > 0 && !hasCells(run.at(-1))) run.pop()
    if (run.filter(hasCells).length >= 3) runs.push(run)
    run = []
  }
  for (const row of rows) {
    const above = run.at(-1)
    const isNear = above !== undefined && row.baseline - above.baseline < Math.max(above.size, row.size) * reach.down
    if (above !== undefined && (!isNear || !fits(run, row))) end()
    if (run.length > 0 || hasCells(row)) run.push(row)
  }
  end()
  return runs
    .flatMap((lines) => (looksLikeTable(lines) ? [lines] : []))
    .map((lines) => {
      const [top, bottom] = [lines[0]?.top ?? 0, lines.at(-1)?.bottom ?? 0]
      return { rows: lines, rules: rules.filter(({ at }) => at > top + 2 && at < bottom - 2) }
    })
}

const hasCells = (row: TextRow | undefined): boolean => row !== undefined && chunksOf(row, reach.gap).length > 1

/** Whether a line belongs to a run: one with gaps of its own, or a short one among such. */
const fits = (run: readonly TextRow[], row: TextRow): boolean => {
  if (hasCells(row)) return true
  const left = Math.min(...run.map(({ words }) => words[0]?.box[0] ?? Infinity))
  const right = Math.max(...run.map(({ words }) => words.at(-1)?.box[2] ?? 0))
  const [from, to] = [row.words[0]?.box[0] ?? 0, row.words.at(-1)?.box[2] ?? 0]
  const lonely = run.length - 1 - run.findLastIndex(hasCells)
  return from >= left - row.size && to <= right + row.size && to - from < (right - left) * 0.6 && lonely < 2
}

const looksLikeTable = (rows: readonly TextRow[]): boolean => {
  if (isProse(rows) || rows.some(({ words }) => /(?:\.\s?){6}/.test(textOf(words)))) return false
  const { gaps, headRows } = findColumns(rows)
  if (gaps.length === 0) return false
  const cells = columnsOfText(rows.slice(headRows), gaps)
  if (cells.some((column) => column.length < 2)) return false
  const [first = [], ...others] = cells
  if (first.every((text) => /^(?:[^\p{L}\p{N}]|\(?[\p{L}\d]{1,3}[.)])$/u.test(text))) return false
  const rest = others.flat()
  const numbers = rest.filter(isNumeric).length / rest.length
  if (numbers > 0.4) return true
  const words = [...first, ...rest].map((text) => text.split(' ').length)
  return gaps.length >= 2 && rows.length >= 4 && median(words) <= 4
}

const columnsOfText = (rows: readonly TextRow[], gaps: readonly { from: number; to: number }[]): string[][] => {
  const ends = [-Infinity, ...gaps.map(({ from, to }) => (from + to) / 2), Infinity]
  return ends.slice(1).map((end, column) =>
    rows.flatMap(({ words }) => {
      const own = words.filter(({ box }) => (box[0] + box[2]) / 2 > (ends[column] ?? 0) && (box[0] + box[2]) / 2 <= end)
      return own.length === 0 ? [] : [textOf(own)]
    }),
  )
}

/** Two columns of running text: long stretches of words on nearly every line. */
const isProse = (rows: readonly TextRow[]): boolean => {
  const lengths = rows.flatMap((row) => chunksOf(row, reach.gap).map(({ words }) => words.length))
  return median(lengths) >= 5
}
