import { unanswered, type Alignment, type Range } from './align/alignment.ts'
import { oppositeOf } from './align/mend.ts'
import { commonSubsequences } from './common-subsequences.ts'
import type { PageTokens } from './tokens/page-tokens.ts'

/** Longer stretches without a word in common are different, whatever letters they share. */
const longest = 600

/** How many pairs of letters may be looked at on a page; beyond, what is left counts as different. */
const maxPairs = 12_000_000

/**
 * How many letters and figures words that answer to no word have in common with what stands in their place. Marks the
 * alignment as coarse when those are too many to be looked at.
 */
export const commonLetters = (alignment: Alignment): number => {
  const { a, b, toB } = alignment
  let common = 0
  let pairsLeft = maxPairs
  for (const range of unanswered(toB)) {
    const opposite = oppositeOf(alignment, range)
    if (opposite === null) continue
    const [one, other] = [lettersOf(a, range), lettersOf(b, opposite)]
    if (Math.max(one.length, other.length) > longest) continue
    pairsLeft -= one.length * other.length
    if (pairsLeft < 0) {
      alignment.coarse = true
      break
    }
    commonSubsequences(
      one.length,
      other.length,
      (at, otherAt) => one[at] === other[otherAt],
      (length) => (common += length),
    )
  }
  return common
}

const lettersOf = ({ tokens, weak }: PageTokens, { start, end }: Range): string =>
  tokens
    .slice(start, end)
    .map(({ plain }, index) => (weak[start + index] === 1 ? '' : plain))
    .join('')
