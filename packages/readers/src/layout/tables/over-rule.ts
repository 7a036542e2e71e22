import type { Rule } from '../page-content.ts'
import type { Piece, PlacedRow } from './placed-rows.ts'

export type Span = { readonly first: number; readonly last: number }

/** The columns over a line that is drawn below a heading. */
export const overRule = (
  piece: Piece,
  line: PlacedRow,
  rules: readonly Rule[],
  xs: readonly number[],
  free: Span = { first: 0, last: xs.length - 2 },
): Span | null => {
  const rule = rules.find(
    ({ at, from, to }) =>
      at > line.baseline && at < line.baseline + line.size * 1.2 && from < piece.from + 3 && to > piece.to - 3,
  )
  if (rule === undefined) return null
  const under = xs.slice(1).flatMap((right, column) => {
    const left = xs[column] ?? 0
    const shared = Math.min(right, rule.to) - Math.max(left, rule.from)
    return column >= free.first && column <= free.last && shared > Math.min(right - left, rule.to - rule.from) * 0.4
      ? [column]
      : []
  })
  const [first, last] = [under[0], under.at(-1)]
  return first === undefined || last === undefined
    ? null
    : { first: Math.min(first, piece.first), last: Math.max(last, piece.last) }
}
