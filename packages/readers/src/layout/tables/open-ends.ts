import type { Rule } from '../page-content.ts'
import type { TextRow } from './text-rows.ts'

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
