import { pairwise } from '@polyparse/document/items'
import { sharedColumns as limits } from './parameters.ts'

/*
 * Shares the columns of a table among headings of several columns each. Where no line of its own is drawn below each,
 * only all of them together show it: the headings below them repeat, or each is in the middle of its own columns,
 * and no column is left.
 */

type Heading = { readonly from: number; readonly to: number; readonly text: string }

/** The left and right ends of the text of a column; null without any. */
type ColumnInk = { readonly from: number; readonly to: number } | null

type HeadingSpan = { readonly first: number; readonly last: number }

/** A column with the text of its own heading further down, and the place of all its text. */
export type HeadedColumn = { readonly column: number; readonly text: string; readonly ink: ColumnInk }

/**
 * The columns of each heading, from the left; the first column may have nothing above it. Returns null when the headings
 * do not share them.
 */
export const shareColumns = (
  headings: readonly Heading[],
  headed: readonly HeadedColumn[],
  size: number,
): HeadingSpan[] | null => {
  if (headings.length < limits.minHeadings || headed.length > limits.maxColumns) return null
  const columns = headed.map(({ column }) => column)
  const isGapless = pairwise(columns).every(([left, right]) => right === left + 1)
  if (!isGapless) return null
  const repeated = byRepetition(headings, headed, size) ?? byRepetition(headings, headed.slice(1), size)
  if (repeated !== null) return repeated
  if (new Set(headings.map(({ text }) => text)).size < headings.length) return null
  const inks = new Map(headed.map(({ column, ink }) => [column, ink]))
  const distance = ({ from, to }: Heading, { first, last }: HeadingSpan): number => {
    const [left, right] = [inks.get(first), inks.get(last)]
    return left === null || left === undefined || right === null || right === undefined
      ? Infinity
      : Math.abs((left.from + right.to) / 2 - (from + to) / 2)
  }
  const share = (index: number, start: number): Shared | null => {
    const heading = headings[index]
    const end = columns.at(-1) ?? -1
    if (heading === undefined) return start > end ? { spans: [], distance: 0 } : null
    let best: Shared | null = null
    for (let last = start + limits.minColumns - 1; last <= end; last += 1) {
      const span = { first: start, last }
      const own = distance(heading, span)
      if (own > size * limits.maxDistance) continue
      const rest = share(index + 1, last + 1)
      if (rest !== null && (best === null || own + rest.distance < best.distance))
        best = { spans: [span, ...rest.spans], distance: own + rest.distance }
    }
    return best
  }
  const [first, second] = columns
  if (first === undefined || second === undefined) return null
  return (share(0, first) ?? share(0, second))?.spans ?? null
}

/**
 * Gives each heading one turn of the headings below it, if these repeat as often as there are headings over them; null
 * otherwise.
 */
const byRepetition = (
  headings: readonly Heading[],
  headed: readonly HeadedColumn[],
  size: number,
): HeadingSpan[] | null => {
  const turn = headed.length / headings.length
  if (!Number.isInteger(turn) || turn < limits.minColumns) return null
  if (!headed.every(({ text }, index) => text === headed[index % turn]?.text)) return null
  if (new Set(headed.slice(0, turn).map(({ text }) => text)).size < turn) return null
  const spans = headings.map((heading, index) => {
    const [first, last] = [headed[index * turn], headed[(index + 1) * turn - 1]]
    const isOver =
      (first?.ink ?? null) !== null &&
      heading.to > (first?.ink?.from ?? 0) - size * limits.maxDistance &&
      heading.from < (last?.ink?.to ?? 0) + size * limits.maxDistance
    return first === undefined || last === undefined || !isOver ? null : { first: first.column, last: last.column }
  })
  return spans.every((span) => span !== null) ? spans : null
}

type Shared = { readonly spans: HeadingSpan[]; readonly distance: number }
