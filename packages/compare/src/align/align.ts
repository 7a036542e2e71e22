import { aligning } from '../parameters.ts'
import { unitAt, type PageTokens } from '../tokens/page-tokens.ts'
import { newAlignment, oppositeOf, swapped, unmatchedRanges, type Alignment, type TokenRange } from './alignment.ts'
import { findAnchors } from './anchors.ts'
import { alignGaps } from './gaps.ts'
import { findMoved } from './moved.ts'
import { repairDividedWords } from './repair.ts'

/**
 * Aligns two readings of a page: passages that both have exactly once, the gaps between them word by word, divided words,
 * and then what is elsewhere. The time it takes is bounded for any input.
 */
export const alignPages = (a: PageTokens, b: PageTokens): Alignment => {
  const alignment = newAlignment(a, b)
  alignGaps(alignment, findAnchors(alignment))
  repairDividedWords(alignment)
  findMoved(alignment)
  snapToUnits(alignment)
  snapToUnits(swapped(alignment))
  return alignment
}

/**
 * Shifts missing stretches so that they begin and end with a block, a row or a cell, which is how things get lost.
 * Equal words at both ends of a stretch leave open which of them is missing.
 */
const snapToUnits = (alignment: Alignment): void => {
  const { a, toB, toA } = alignment
  for (const range of unmatchedRanges(toB)) if (oppositeOf(alignment, range) === null) snap(a, toB, toA, range)
}

const snap = (page: PageTokens, counterparts: Int32Array, back: Int32Array, { start, end }: TokenRange): void => {
  let best = { shift: 0, score: fit(page, start, end) }
  const maxShift = Math.min(aligning.maxSnapShift, end - start)
  for (const direction of [-1, 1] as const)
    for (let shift = 1; shift <= maxShift; shift += 1) {
      const [leaves, enters] = direction === -1 ? [end - shift, start - shift] : [start + shift - 1, end + shift - 1]
      if (page.keys[leaves] !== page.keys[enters] || (counterparts[enters] ?? -1) === -1) break
      const score = fit(page, start + shift * direction, end + shift * direction)
      if (score > best.score) best = { shift: shift * direction, score }
    }
  const step = Math.sign(best.shift)
  for (let done = 0; done !== best.shift; done += step) {
    const [leaves, enters] = step === -1 ? [end - 1 + done, start - 1 + done] : [start + done, end + done]
    const other = counterparts[enters] ?? -1
    counterparts[leaves] = other
    counterparts[enters] = -1
    if (other !== -1) back[other] = leaves
  }
}

/** Returns how well a stretch fits the units of the page; the boundaries of blocks and rows count twice those of cells. */
const fit = (page: PageTokens, start: number, end: number): number =>
  boundaryAt(page, start) + (end === page.length ? 2 : boundaryAt(page, end))

const boundaryAt = (page: PageTokens, place: number): number => {
  const unit = unitAt(page, place)
  if (unit === undefined || unit.start !== place) return 0
  return unit.cell === null || unit.cell.column === 0 ? 2 : 1
}
