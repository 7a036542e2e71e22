import type { Alignment, Passage, Range } from '../align/alignment.ts'
import { cellAt, isFigure, unitAt, type PageTokens } from '../tokens/page-tokens.ts'
import type { Finding } from './finding.ts'

/** A shorter passage counts only when it is all of its block. */
const minMoveLength = 8
const minBlockLength = 3

/** So many figures of one block must stand elsewhere for it to have been read in another order. */
const minFigures = 3

/** Or so many words of the page. */
const maxPageShare = 0.2

/** What both pages have in another order: one finding for the page, at what was moved farthest. */
export const orderFinding = (alignment: Alignment): Finding | null => {
  const { a, moves } = alignment
  const moved = moves.filter((move) => isPassage(a, move))
  const words = moved.reduce((sum, { length }) => sum + length, 0)
  const largest = moved.reduce<Passage | null>(
    (best, move) => (best === null || move.length > best.length ? move : best),
    null,
  )
  if (largest !== null) {
    const aside = moved.every((move) => isAside(a, move))
    const share = words / Math.max(1, Math.min(a.length, alignment.b.length))
    const severity = aside ? 0.2 : 0.5 + 0.15 * Math.min(1, share * 2)
    return finding(largest, severity)
  }
  return scatteredFinding(alignment)
}

const finding = ({ a, b, length }: Passage, severity: number): Finding => ({
  kind: 'order',
  subject: 'order',
  a: { start: a, end: a + length },
  b: { start: b, end: b + length },
  severity,
})

const isPassage = (page: PageTokens, { a, length }: Passage): boolean => {
  if (length >= minMoveLength) return true
  const unit = unitAt(page, a)
  return unit !== undefined && unit.cell === null && length >= minBlockLength && length >= 0.8 * (unit.end - unit.start)
}

/** Notes, captions and tables have no one place in the order of reading. */
const isAside = (page: PageTokens, { a }: Passage): boolean => {
  const type = unitAt(page, a)?.type
  return type === 'footnote' || type === 'caption' || type === 'table'
}

/** Words and figures of a block in another order, as when its columns, or its letters, were read the other way round. */
const scatteredFinding = ({ a, b, scattered }: Alignment): Finding | null => {
  const outside = scattered.filter(
    // Between two tables, their cells tell it better.
    (pair) => cellAt(a, pair.a) === null || cellAt(b, pair.b) === null,
  )
  const figures = outside.filter((pair) => isFigure(a.tokens[pair.a]?.kind ?? 'word'))
  const told = figures.length >= minFigures ? figures : outside
  const isMuch = outside.length >= Math.max(minMoveLength, maxPageShare * Math.min(a.length, b.length))
  if (told.length === 0 || (figures.length < minFigures && !isMuch)) return null
  const span = (places: readonly number[]): Range => ({
    start: places.reduce((least, place) => Math.min(least, place), Infinity),
    end: places.reduce((max, place) => Math.max(max, place), 0) + 1,
  })
  return {
    kind: 'order',
    subject: 'order',
    a: span(told.map((pair) => pair.a)),
    b: span(told.map((pair) => pair.b)),
    severity: 0.6,
  }
}
