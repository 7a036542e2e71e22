import type { Alignment, AlignedPassage, TokenRange } from '../align/alignment.ts'
import { findingParameters, severities } from '../parameters.ts'
import { cellAt, isNumericToken, unitAt, type PageTokens } from '../tokens/page-tokens.ts'
import type { Finding } from './finding.ts'

/** The one finding that a page is in another order, at the longest passage that moved; null when the order is the same. */
export const orderFinding = (alignment: Alignment): Finding | null => {
  const { a, b, movedPassages } = alignment
  const moved = movedPassages.filter((move) => isSubstantial(a, move))
  const words = moved.reduce((sum, { length }) => sum + length, 0)
  const longest = moved.reduce<AlignedPassage | null>(
    (best, move) => (best === null || move.length > best.length ? move : best),
    null,
  )
  if (longest === null) return scatteredFinding(alignment)
  const share = words / Math.max(1, Math.min(a.length, b.length))
  const severity = moved.every((move) => isAside(a, move))
    ? severities.orderOfAsides
    : severities.order + severities.orderGrowth * Math.min(1, share / severities.orderFullShare)
  return {
    kind: 'order',
    subject: 'order',
    a: { start: longest.a, end: longest.a + longest.length },
    b: { start: longest.b, end: longest.b + longest.length },
    severity,
  }
}

const isSubstantial = (page: PageTokens, { a, length }: AlignedPassage): boolean => {
  const { minMoveLength, minMovedBlockLength, minMovedBlockShare } = findingParameters
  if (length >= minMoveLength) return true
  const unit = unitAt(page, a)
  if (unit === undefined || unit.cell !== null) return false
  return length >= minMovedBlockLength && length >= minMovedBlockShare * (unit.end - unit.start)
}

/** Notes, captions and tables have no single place in the reading order. */
const isAside = (page: PageTokens, { a }: AlignedPassage): boolean => {
  const type = unitAt(page, a)?.type
  return type === 'footnote' || type === 'caption' || type === 'table'
}

/** Words and numbers of a block in another order, as when its columns, or its letters, were read the other way round. */
const scatteredFinding = ({ a, b, movedWords }: Alignment): Finding | null => {
  const { minMovedNumbers, minMoveLength, minMovedPageShare } = findingParameters
  // Words that moved from table to table are left to the findings about tables.
  const outside = movedWords.filter((pair) => cellAt(a, pair.a) === null || cellAt(b, pair.b) === null)
  const numbers = outside.filter((pair) => isNumericToken(a.tokens[pair.a]?.kind ?? 'word'))
  const shown = numbers.length >= minMovedNumbers ? numbers : outside
  const isMuch = outside.length >= Math.max(minMoveLength, minMovedPageShare * Math.min(a.length, b.length))
  if (shown.length === 0 || (numbers.length < minMovedNumbers && !isMuch)) return null
  const span = (places: readonly number[]): TokenRange => ({
    start: places.reduce((min, place) => Math.min(min, place), Infinity),
    end: places.reduce((max, place) => Math.max(max, place), 0) + 1,
  })
  return {
    kind: 'order',
    subject: 'order',
    a: span(shown.map((pair) => pair.a)),
    b: span(shown.map((pair) => pair.b)),
    severity: severities.scatteredOrder,
  }
}
