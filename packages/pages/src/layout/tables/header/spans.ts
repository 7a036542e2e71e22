import { itemAt, lastOf, pairwise } from '@polyparse/document/items'
import type { Rule } from '../../page-content.ts'
import { placeInGrid } from '../grid.ts'
import { spans as limits } from './parameters.ts'
import { columnsOfLine, type RowPiece, type PlacedRow } from '../rows/text-rows.ts'
import { shareColumns } from './share-columns.ts'
import { maxOf, minOf } from '@polyparse/engine'

/*
 * Says which columns the headings of a table reach over: those over a line drawn below a heading, those it is centred
 * over, and one each for headings that are as close together as words.
 */

/**
 * Widens the headings of a line to all the columns they head: those over a line below them, or those they are centred
 * over.
 */
export const withSpans = (line: PlacedRow, below: readonly PlacedRow[], options: HeaderSpanOptions): PlacedRow => {
  const { xs, rules, isDrawn } = options
  const shared = overAllColumns(line, below, options)
  if (shared !== null) return shared
  const whole = overWholeTable(line, xs)
  if (whole !== null) return whole
  const pieces = line.pieces.map((piece, index): RowPiece => {
    const free: HeaderColumnSpan = {
      first: (line.pieces[index - 1]?.last ?? -1) + 1,
      last: (line.pieces[index + 1]?.first ?? xs.length - 1) - 1,
    }
    const rule = ruleBelow(piece, [line, ...below], rules)
    return { ...piece, ...((rule && overRule(piece, rule, xs, free)) ?? centred(piece, free, below, { xs, isDrawn })) }
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
  const ruleOf = (piece: RowPiece): Rule | undefined => ruleBelow(piece, [line, ...below], rules)
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

/**
 * Returns, of the free columns with text below, those whose middle is nearest to that of the heading. It takes the
 * middle of their text, or else of the columns as they are drawn, of which several may share one middle.
 */
const centred = (
  piece: RowPiece,
  free: HeaderColumnSpan,
  below: readonly PlacedRow[],
  { xs, isDrawn }: Pick<HeaderSpanOptions, 'xs' | 'isDrawn'>,
): HeaderColumnSpan | null => {
  const inks = xs.slice(1).map((_, column) => inkOfGridColumn(below, column))
  const spans = spansAround(piece, free, inks)
  const middle = (piece.from + piece.to) / 2
  let best: { span: HeaderColumnSpan; distance: number } | null = null
  for (const { span, ink } of spans) {
    const distance = Math.abs((ink.from + ink.to) / 2 - middle)
    if (best === null || distance < best.distance - limits.minGain) best = { span, distance }
  }
  if (best === null || !isDrawn || best.span.last > best.span.first) return best?.span ?? null
  const drawn = spans.filter(({ span: { first, last } }) => {
    const [from, to] = [itemAt(xs, first), itemAt(xs, last + 1)]
    return Math.abs((from + to) / 2 - middle) < limits.ruleTolerance
  })
  const widest = drawn.reduce((wide, { span }) => (widthOfSpan(span) > widthOfSpan(wide) ? span : wide), best.span)
  return drawn.some(({ span }) => widthOfSpan(span) === 1) ? best.span : widest
}

const widthOfSpan = ({ first, last }: HeaderColumnSpan): number => last - first + 1

/** The free columns around a heading that all have text, and its own place. */
const spansAround = (
  { first: from, last: to }: RowPiece,
  free: HeaderColumnSpan,
  inks: readonly (Stretch | null)[],
): { readonly span: HeaderColumnSpan; readonly ink: Stretch }[] => {
  const spans: { span: HeaderColumnSpan; ink: Stretch }[] = []
  for (let first = from; first >= free.first; first -= 1) {
    const left = inks[first] ?? null
    if (left === null) break
    for (let last = to; last <= free.last; last += 1) {
      const right = inks[last] ?? null
      if (right === null) break
      spans.push({ span: { first, last }, ink: { from: left.from, to: right.to } })
    }
  }
  return spans
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

/** The line that is drawn below a heading, or below the last line of its text. */
const ruleBelow = (
  piece: RowPiece,
  [line, next, ...others]: readonly PlacedRow[],
  rules: readonly Rule[],
): Rule | undefined => {
  if (line === undefined) return undefined
  const own = rules.find(
    (rule) =>
      rule.at > line.baseline && rule.at < line.baseline + line.size * limits.ruleDistance && isOverRule(piece, rule),
  )
  if (own !== undefined) return own
  const goesOn = goesOnIn(piece, next)
  const rule = goesOn === undefined || next === undefined ? undefined : ruleBelow(goesOn, [next, ...others], rules)
  return rule !== undefined && isOverRule(piece, rule) ? rule : undefined
}

const isOverRule = (piece: RowPiece, { from, to }: Rule): boolean =>
  from < piece.from + limits.ruleTolerance && to > piece.to - limits.ruleTolerance

/** The text right below a heading that has the same middle. */
const goesOnIn = ({ from, to }: RowPiece, below: PlacedRow | undefined): RowPiece | undefined =>
  below?.pieces.find((piece) => Math.abs((piece.from + piece.to) / 2 - (from + to) / 2) < limits.ruleTolerance)

/** The columns over the line that is drawn below a heading. Returns null where it is over none. */
const overRule = (
  piece: RowPiece,
  rule: Rule,
  xs: readonly number[],
  free: HeaderColumnSpan,
): HeaderColumnSpan | null => {
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
  /** True if the ends of the columns are drawn. */
  readonly isDrawn: boolean
}

/**
 * Headings of narrow columns may be as close as words: divides them by the columns they are set over, but for one that
 * has a line below it, goes on in the middle below, or is alone in the middle of the table.
 */
export const splitOverColumns = (
  line: PlacedRow,
  below: readonly PlacedRow[],
  options: HeaderSpanOptions,
): PlacedRow => ({
  ...line,
  pieces: line.pieces.flatMap((piece) =>
    piece.last === piece.first ||
    overWholeTable(line, options.xs) !== null ||
    goesOnIn(piece, below[0]) !== undefined ||
    ruleBelow(piece, [line, ...below], options.rules) !== undefined
      ? [piece]
      : (splitPieceByColumn(piece, options) ?? [piece]),
  ),
})

/** A line with one heading over several columns, in the middle of all of them, or of all but the first: it is over these. */
const overWholeTable = (line: PlacedRow, xs: readonly number[]): PlacedRow | null => {
  const [piece, ...others] = line.pieces
  if (piece === undefined || others.length > 0 || piece.first === piece.last) return null
  const first = [0, 1].find(
    (column) => Math.abs(itemAt(xs, column) + lastOf(xs) - piece.from - piece.to) / 2 < limits.ruleTolerance,
  )
  return first === undefined || first > piece.first
    ? null
    : { ...line, pieces: [{ ...piece, first, last: xs.length - 2 }] }
}

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
