import type { Rule } from '../page-content.ts'
import { placeOf } from './grid.ts'
import { overRule } from './over-rule.ts'
import type { Piece, PlacedRow } from './placed-rows.ts'

type Options = {
  readonly xs: readonly number[]
  readonly rules: readonly Rule[]
  readonly body: readonly PlacedRow[]
}

/** In points: edges of text that are this close are aligned. */
const aligned = 4

/** Headings of narrow columns may stand as close as words do: they are told apart by the columns they are set over. */
export const splitOverColumns = (line: PlacedRow, options: Options): PlacedRow => ({
  ...line,
  pieces: line.pieces.flatMap((piece) =>
    piece.last === piece.first || overRule(piece, line, options.rules, options.xs) !== null
      ? [piece]
      : (split(piece, options) ?? [piece]),
  ),
})

const split = (piece: Piece, { xs, body }: Options): Piece[] | null => {
  const parts: Piece[] = []
  for (let column = piece.first; column <= piece.last; column += 1) {
    const words = piece.words.filter(({ box }) => placeOf(xs, (box[0] + box[2]) / 2) === column)
    const [from, to] = [words[0]?.box[0], words.at(-1)?.box[2]]
    if (from === undefined || to === undefined || !isOver({ from, to }, column, body)) return null
    parts.push({ first: column, last: column, from, to, words, text: words.map(({ text }) => text).join(' ') })
  }
  return parts
}

const isOver = ({ from, to }: { from: number; to: number }, column: number, body: readonly PlacedRow[]): boolean => {
  const pieces = body.flatMap((row) => row.pieces.filter(({ first, last }) => first === column && last === column))
  if (pieces.length === 0) return false
  const left = Math.min(...pieces.map((piece) => piece.from))
  const right = Math.max(...pieces.map((piece) => piece.to))
  return (
    Math.abs(from - left) < aligned ||
    Math.abs(to - right) < aligned ||
    Math.abs((from + to) / 2 - (left + right) / 2) < aligned * 1.5
  )
}
