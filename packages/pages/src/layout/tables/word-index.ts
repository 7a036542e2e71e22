import { centre, holds, type Box } from '@polyparse/document'
import { maxOf } from '@polyparse/engine'
import type { ContentWord } from '../page-content.ts'

/** Words by their place. */
export type WordIndex = {
  /** The words whose middle lies in a box. */
  within(box: Box): ContentWord[]
}

/** Sorts words by height, so that looking into a box costs no more than the words beside it. */
export const createWordIndex = (words: readonly ContentWord[]): WordIndex => {
  const sorted = words.toSorted((a, b) => verticalMiddleOfWord(a) - verticalMiddleOfWord(b))
  const heights = sorted.map(verticalMiddleOfWord)
  return {
    within: (box) =>
      sorted
        .slice(firstAtLeast(heights, box[1]), firstAtLeast(heights, box[3] + 0.001))
        .filter((word) => holds(box, centre(word.box))),
  }
}

/** Finds the words that reach into a height, in points from the top, without looking at all; in no order. */
export const indexByHeight = (words: readonly ContentWord[]): ((from: number, to: number) => ContentWord[]) => {
  const sorted = words.toSorted((a, b) => a.box[1] - b.box[1])
  const tops = sorted.map(({ box }) => box[1])
  const tallest = maxOf(words.map(({ box }) => box[3] - box[1]))
  return (from, to) =>
    sorted.slice(firstAtLeast(tops, from - tallest), firstAtLeast(tops, to)).filter(({ box }) => box[3] > from)
}

const verticalMiddleOfWord = ({ box }: ContentWord): number => (box[1] + box[3]) / 2

const firstAtLeast = (numbers: readonly number[], value: number): number => {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}

/** The words of a page that belong to no table so far. */
export type FreeWords = WordIndex & {
  /** All free words, in the order of the page. */
  all(): ContentWord[]
  /** Tells whether none of these words was taken. */
  areFree(words: readonly ContentWord[]): boolean
  /** Gives words to a table; they are not found again. */
  take(words: Iterable<ContentWord>): void
}

/** An index in which words can be taken by the tables found first. */
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
