import type { PageTokens } from '../tokens/page-tokens.ts'
import { newAlignment, type Alignment } from './alignment.ts'
import { anchor } from './anchors.ts'
import { fill } from './fill.ts'
import { mend } from './mend.ts'
import { findMoved } from './moved.ts'
import { settle } from './settle.ts'

/**
 * Compares two readings of a page: passages both have exactly once, what lies between them word by word, words that
 * were divided, and then whatever stands elsewhere. The time it takes is bounded whatever the pages hold.
 */
export const align = (a: PageTokens, b: PageTokens): Alignment => {
  const alignment = newAlignment(a, b)
  fill(alignment, anchor(alignment))
  mend(alignment)
  findMoved(alignment)
  settle(alignment)
  return alignment
}
