import { pairwise } from '@polyparse/document/items'
import type { Rule } from '../../page-content.ts'
import { placeInGrid } from '../grid.ts'
import { spans as limits } from './parameters.ts'
import { columnsOfLine, type RowPiece, type PlacedRow } from '../rows/text-rows.ts'
import { shareColumns } from './share-columns.ts'
import { maxOf, minOf } from '@polyparse/engine'

/*
 * Says which columns the headings of a table stand over: those over a line drawn below a heading, those it is centred
 * over, and one each for headings that stand as close together as words.
 */

/**
 * Widens the headings of a line to all the columns they head: those over a line below them, or those they are centred
 * over.
 */
export const withSpans = (line: PlacedRow, below: readonly PlacedRow[], options: HeaderSpanOptions): PlacedRow => {
  const { xs, rules } = options
  const shared = overAllColumns(line, below, options)
  if (shared !== null) return shared
  const pieces = line.pieces.map((piece, index): RowPiece => {
    const free: HeaderColumnSpan = {
      first: (line.pieces[index - 1]?.last ?? -1) + 1,
      last: (line.pieces[index + 1]?.first ?? xs.length - 1) - 1,
    }
    return { ...piece, ...(overRule(piece, line, rules, xs, free) ?? centred(piece, free, below, xs)) }
  })
  return { ...line, pieces }
}

/**
 * Headings that share the columns of the headings below them, several to each. Returns null when they do not, and when
 * each has a line of its own below it.
 */
const overAllColumns = (
  line: PlacedRow,
  below: readonly PlacedRow[],
  { xs, rules, body }: HeaderSpanOptions,
): PlacedRow | null => {
  const columns = xs.slice(1).map((_, column) => column)
  const headed = columns.flatMap((column) => {
    const text = textOfHeaderColumn(below, column)
    return text === '' ? [] : [{ column, text, ink: inkOfGridColumn([...below, ...body], column) }]
  })
  const filled = new Set(headed.map(({ column }) => column))
  const over = line.pieces.filter(({ first, last }) => filled.has(first) || filled.has(last))
  const ruleOf = (piece: RowPiece): Rule | undefined => ruleBelow(piece, line, rules)
  if (over.length > 1 && new Set(over.map((piece) => ruleOf(piece) ?? piece)).size === over.length && over.some(ruleOf))
    return null
  const spans = shareColumns(over, headed, line.size)
  if (spans === null) return null
  return { ...line, pieces: line.pieces.map((piece) => ({ ...piece, ...spans[over.indexOf(piece)] })) }
}

/** Headings over every second (third, …) column, with text below each column, head as many columns each. */
export const overEvenColumns = (line: PlacedRow, below: PlacedRow | undefined, columns: number): PlacedRow => {
  const headings = line.pieces.filter(({ first }) => first > 0)
  const [start = 0, next = 0] = headings.map(({ first }) => first)
  const step = next - start
  const isEven =
    step > 1 &&
    headings.every(({ first, last }, index) => first === last && first === start + index * step) &&
    start + headings.length * step === columns
  if (!isEven || below === undefined) return line
  const filled = columnsOfLine(below)
  if (!Array.from({ length: columns - start }, (_, index) => filled.has(start + index)).every(Boolean)) return line
  return {
    ...line,
    pieces: line.pieces.map((piece) => (piece.first > 0 ? { ...piece, last: piece.first + step - 1 } : piece)),
  }
}

type Stretch = { readonly from: number; readonly to: number }

/** Of the free columns with text below, those whose middle is nearest to that of the heading. */
const centred = (
  piece: RowPiece,
  free: HeaderColumnSpan,
  below: readonly PlacedRow[],
  xs: readonly number[],
): HeaderColumnSpan | null => {
  const inks = xs.slice(1).map((_, column) => inkOfGridColumn(below, column))
  const middle = (piece.from + piece.to) / 2
  let best: { span: HeaderColumnSpan; distance: number } | null = null
  for (let { first } = piece; first >= free.first; first -= 1) {
    const left = inks[first] ?? null
    if (left === null) break
    for (let { last } = piece; last <= free.last; last += 1) {
      const right = inks[last] ?? null
      if (right === null) break
      const distance = Math.abs((left.from + right.to) / 2 - middle)
      if (best === null || distance < best.distance - limits.minGain) best = { span: { first, last }, distance }
    }
  }
  return best?.span ?? null
}

const inkOfGridColumn = (rows: readonly PlacedRow[], column: number): Stretch | null => {
  const pieces = rows.flatMap((row) => row.pieces.filter(({ first, last }) => first === column && last === column))
  if (pieces.length === 0) return null
  return { from: minOf(pieces.map(({ from }) => from)), to: maxOf(pieces.map(({ to }) => to)) }
}

const textOfHeaderColumn = (rows: readonly PlacedRow[], column: number): string =>
  rows
    .flatMap(({ pieces }) => pieces.filter(({ first, last }) => first === column && last === column))
    .map(({ text }) => text)
    .join(' ')

type HeaderColumnSpan = { readonly first: number; readonly last: number }

const ruleBelow = (piece: RowPiece, line: PlacedRow, rules: readonly Rule[]): Rule | undefined =>
  rules.find(
    ({ at, from, to }) =>
      at > line.baseline &&
      at < line.baseline + line.size * limits.ruleDistance &&
      from < piece.from + limits.ruleTolerance &&
      to > piece.to - limits.ruleTolerance,
  )

/** The columns over the line that is drawn below a heading. Returns null when there is no line. */
const overRule = (
  piece: RowPiece,
  line: PlacedRow,
  rules: readonly Rule[],
  xs: readonly number[],
  free: HeaderColumnSpan = { first: 0, last: xs.length - 2 },
): HeaderColumnSpan | null => {
  const rule = ruleBelow(piece, line, rules)
  if (rule === undefined) return null
  const under = pairwise(xs).flatMap(([left, right], column) => {
    const shared = Math.min(right, rule.to) - Math.max(left, rule.from)
    return column >= free.first &&
      column <= free.last &&
      shared > Math.min(right - left, rule.to - rule.from) * limits.minSharedWidth
      ? [column]
      : []
  })
  const [first, last] = [under[0], under.at(-1)]
  return first === undefined || last === undefined
    ? null
    : { first: Math.min(first, piece.first), last: Math.max(last, piece.last) }
}

type HeaderSpanOptions = {
  readonly xs: readonly number[]
  readonly rules: readonly Rule[]
  readonly body: readonly PlacedRow[]
}

/** Headings of narrow columns may stand as close as words do: divides them by the columns they are set over. */
export const splitOverColumns = (line: PlacedRow, options: HeaderSpanOptions): PlacedRow => ({
  ...line,
  pieces: line.pieces.flatMap((piece) =>
    piece.last === piece.first || overRule(piece, line, options.rules, options.xs) !== null
      ? [piece]
      : (splitPieceByColumn(piece, options) ?? [piece]),
  ),
})

const splitPieceByColumn = (piece: RowPiece, { xs, body }: HeaderSpanOptions): RowPiece[] | null => {
  const parts: RowPiece[] = []
  for (let column = piece.first; column <= piece.last; column += 1) {
    const words = piece.words.filter(({ box }) => placeInGrid(xs, (box[0] + box[2]) / 2) === column)
    const [from, to] = [words[0]?.box[0], words.at(-1)?.box[2]]
    if (from === undefined || to === undefined || !isOverColumn({ from, to }, column, body)) return null
    parts.push({ first: column, last: column, from, to, words, text: words.map(({ text }) => text).join(' ') })
  }
  return parts
}

const isOverColumn = (
  { from, to }: { from: number; to: number },
  column: number,
  body: readonly PlacedRow[],
): boolean => {
  const pieces = body.flatMap((row) => row.pieces.filter(({ first, last }) => first === column && last === column))
  if (pieces.length === 0) return false
  const left = minOf(pieces.map((piece) => piece.from))
  const right = maxOf(pieces.map((piece) => piece.to))
  return (
    Math.abs(from - left) < limits.alignment ||
    Math.abs(to - right) < limits.alignment ||
    Math.abs((from + to) / 2 - (left + right) / 2) < limits.centreAlignment
  )
}
