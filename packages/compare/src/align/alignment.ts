import type { PageTokens } from '../tokens/page-tokens.ts'

/**
 * Which token of one page answers to which of the other. Both maps hold -1 for a token without an answer; where words
 * were divided on one side only, several may answer to one.
 */
export type Alignment = {
  readonly a: PageTokens
  readonly b: PageTokens
  readonly toB: Int32Array
  readonly toA: Int32Array
  /** Passages that stand elsewhere in the other, and single words and figures that do. */
  readonly moves: Passage[]
  readonly scattered: Passage[]
  /** Whether parts were too large, or too large and too different, to be compared word by word. */
  coarse: boolean
}

/** `length` tokens from `a` on in the one page that are those from `b` on in the other. */
export type Passage = { readonly a: number; readonly b: number; readonly length: number }

export const newAlignment = (a: PageTokens, b: PageTokens): Alignment => ({
  a,
  b,
  toB: new Int32Array(a.length).fill(-1),
  toA: new Int32Array(b.length).fill(-1),
  moves: [],
  scattered: [],
  coarse: a.isCut || b.isCut,
})

export const link = ({ toB, toA }: Alignment, { a, b, length }: Passage): void => {
  for (let step = 0; step < length; step += 1) {
    toB[a + step] = b + step
    toA[b + step] = a + step
  }
}

export const unlink = ({ toB, toA }: Alignment, { a, b, length }: Passage): void => {
  toB.fill(-1, a, a + length)
  toA.fill(-1, b, b + length)
}

/** From `start` to before `end`, within one page. */
export type Range = { readonly start: number; readonly end: number }

export const isEmpty = ({ start, end }: Range): boolean => end <= start

/** The stretches of tokens without an answer. */
export const unanswered = (answers: Int32Array): Range[] => {
  const ranges: Range[] = []
  for (let start = 0; start < answers.length; start += 1) {
    if (answers[start] !== -1) continue
    let end = start + 1
    while (end < answers.length && answers[end] === -1) end += 1
    ranges.push({ start, end })
    start = end
  }
  return ranges
}
