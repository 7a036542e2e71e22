import { itemAt } from '@polyparse/document/items'
import type { PageTokens } from '../tokens/page-tokens.ts'

/** The correspondence of the tokens of page `a` with those of page `b`. */
export type Alignment = {
  readonly a: PageTokens
  readonly b: PageTokens
  /**
   * The counterpart of each token of `a` in `b`, and the reverse; -1 for an unmatched token. Where a word was divided on
   * one side only, several tokens have the same counterpart.
   */
  readonly toB: Int32Array
  readonly toA: Int32Array
  /** Passages that are elsewhere on the other page, and single words that are. */
  readonly movedPassages: AlignedPassage[]
  readonly movedWords: AlignedPassage[]
  /** True if parts were too long, or too long and too different, to be compared word by word. */
  isApproximate: boolean
}

/** `length` tokens from `a` on in the one page that are equal to those from `b` on in the other. */
export type AlignedPassage = { readonly a: number; readonly b: number; readonly length: number }

/** The tokens of one page from `start` to before `end`. */
export type TokenRange = { readonly start: number; readonly end: number }

export const newAlignment = (a: PageTokens, b: PageTokens): Alignment => ({
  a,
  b,
  toB: new Int32Array(a.length).fill(-1),
  toA: new Int32Array(b.length).fill(-1),
  movedPassages: [],
  movedWords: [],
  isApproximate: a.isTruncated || b.isTruncated,
})

/** The same alignment seen from the other page. It shares the maps; the moves keep their sides. */
export const swapped = (alignment: Alignment): Alignment => {
  const { a, b, toB, toA } = alignment
  return { ...alignment, a: b, b: a, toB: toA, toA: toB }
}

export const linkTokens = ({ toB, toA }: Alignment, { a, b, length }: AlignedPassage): void => {
  for (let step = 0; step < length; step += 1) {
    toB[a + step] = b + step
    toA[b + step] = a + step
  }
}

export const unlink = ({ toB, toA }: Alignment, { a, b, length }: AlignedPassage): void => {
  toB.fill(-1, a, a + length)
  toA.fill(-1, b, b + length)
}

/**
 * @example isEmpty({ start: 3, end: 3 }) // true
 */
export const isEmpty = ({ start, end }: TokenRange): boolean => end <= start

/** The stretches of unmatched tokens, given the counterparts of a page. */
export const unmatchedRanges = (counterparts: Int32Array): TokenRange[] => {
  const ranges: TokenRange[] = []
  for (let start = 0; start < counterparts.length; start += 1) {
    if (counterparts[start] !== -1) continue
    let end = start + 1
    while (end < counterparts.length && counterparts[end] === -1) end += 1
    ranges.push({ start, end })
    start = end
  }
  return ranges
}

/** The unmatched stretch of `b` in the place of an unmatched stretch of `a`, by the neighbours of both; null if none. */
export const oppositeOf = ({ toB, toA }: Alignment, { start, end }: TokenRange): TokenRange | null => {
  let after = start === 0 ? 0 : itemAt(toB, start - 1) + 1
  while (start > 0 && toA[after] === start - 1) after += 1
  if (toA[after] === -1 && (start === 0 || after > 0)) {
    let last = after
    while (toA[last] === -1) last += 1
    return { start: after, end: last }
  }
  let before = end === toB.length ? toA.length : itemAt(toB, end)
  while (end < toB.length && toA[before - 1] === end) before -= 1
  if (before < 1 || toA[before - 1] !== -1) return null
  let first = before - 1
  while (toA[first - 1] === -1) first -= 1
  return { start: first, end: before }
}
