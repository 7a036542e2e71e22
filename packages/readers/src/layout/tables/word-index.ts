import { type Box, centre, holds } from '@polyparse/document'
import type { ContentWord } from '../page-content.ts'

export type WordIndex = {
  /** The words whose middle lies in a box. */
  within(box: Box): ContentWord[]
}

/** Words by height on the page, so that a box is asked about in the time of the words beside it. */
export const createWordIndex = (words: readonly ContentWord[]): WordIndex => {
  const sorted = words.toSorted((a, b) => middleOf(a) - middleOf(b))
  const heights = sorted.map(middleOf)
  return {
    within: (box) =>
      sorted
        .slice(firstAtLeast(heights, box[1]), firstAtLeast(heights, box[3] + 0.001))
        .filter((word) => holds(box, centre(word.box))),
  }
}

const middleOf = ({ box }: ContentWord): number => (box[1] + box[3]) / 2

const firstAtLeast = (numbers: readonly number[], value: number): number => {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
