import type { Rule } from '../page-content.ts'
import { overRule, type Span } from './over-rule.ts'
import { columnsOf, type Piece, type PlacedRow } from './placed-rows.ts'

/** Headings of several columns with all the columns they head: those over a line below them, or centred over them. */
export const withSpans = (
  line: PlacedRow,
  below: readonly PlacedRow[],
  { xs, rules }: { readonly xs: readonly number[]; readonly rules: readonly Rule[] },
): PlacedRow => {
  const pieces = line.pieces.map((piece, index): Piece => {
    const free: Span = {
      first: (line.pieces[index - 1]?.last ?? -1) + 1,
      last: (line.pieces[index + 1]?.first ?? xs.length - 1) - 1,
    }
    return { ...piece, ...(overRule(piece, line, rules, xs, free) ?? centred(piece, free, below, xs)) }
  })
  return { ...line, pieces }
}

/** Headings that begin with every second, third … column, over a line that fills the columns between, head as many. */
export const overEvenColumns = (line: PlacedRow, below: PlacedRow | undefined, columns: number): PlacedRow => {
  const heads = line.pieces.filter(({ first }) => first > 0)
  const [start = 0, next = 0] = heads.map(({ first }) => first)
  const step = next - start
  const isEven =
    step > 1 &&
    heads.every(({ first, last }, index) => first === last && first === start + index * step) &&
    start + heads.length * step === columns
  if (!isEven || below === undefined) return line
  const filled = columnsOf(below)
  if (!Array.from({ length: columns - start }, (_, index) => filled.has(start + index)).every(Boolean)) return line
  return {
    ...line,
    pieces: line.pieces.map((piece) => (piece.first > 0 ? { ...piece, last: piece.first + step - 1 } : piece)),
  }
}

type Stretch = { readonly from: number; readonly to: number }

/** Of the columns that are free on its line and have text below, those whose middle is nearest to that of the heading. */
const centred = (piece: Piece, free: Span, below: readonly PlacedRow[], xs: readonly number[]): Span | null => {
  const inks = xs.slice(1).map((_, column) => inkOf(below, column))
  const middle = (piece.from + piece.to) / 2
  let best: { span: Span; distance: number } | null = null
  for (let { first } = piece; first >= free.first; first -= 1) {
    const left = inks[first] ?? null
    if (left === null) break
    for (let { last } = piece; last <= free.last; last += 1) {
      const right = inks[last] ?? null
      if (right === null) break
      const distance = Math.abs((left.from + right.to) / 2 - middle)
      if (best === null || distance < best.distance - 1) best = { span: { first, last }, distance }
    }
  }
  return best?.span ?? null
}

const inkOf = (rows: readonly PlacedRow[], column: number): Stretch | null => {
  const pieces = rows.flatMap((row) => row.pieces.filter(({ first, last }) => first === column && last === column))
  if (pieces.length === 0) return null
  return { from: Math.min(...pieces.map(({ from }) => from)), to: Math.max(...pieces.map(({ to }) => to)) }
}
