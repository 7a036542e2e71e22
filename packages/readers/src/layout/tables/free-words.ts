import type { Box } from '@polyparse/document'
import type { ContentWord } from '../page-content.ts'
import { createWordIndex, type WordIndex } from './word-index.ts'

/** The words of a page that belong to no table yet. */
export type FreeWords = WordIndex & {
  /** All of them, in the order of the page. */
  all(): ContentWord[]
  areFree(words: readonly ContentWord[]): boolean
  take(words: Iterable<ContentWord>): void
}

export const createFreeWords = (words: readonly ContentWord[]): FreeWords => {
  const index = createWordIndex(words)
  const taken = new Set<ContentWord>()
  const isFree = (word: ContentWord): boolean => !taken.has(word)
  return {
    within: (box: Box) => index.within(box).filter(isFree),
    all: () => words.filter(isFree),
    areFree: (some) => some.every(isFree),
    take: (some) => {
      for (const word of some) taken.add(word)
    },
  }
}
