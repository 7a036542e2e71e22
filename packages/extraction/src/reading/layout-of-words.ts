import { itemAt } from '@polyparse/document/items'
import type { IndexedReading, ReadWord } from './indexed-reading.ts'

/** The layout of the words on their pages, which tells which word is beside or above another. */
export type WordLayout = {
  /**
   * The depth of each word: how far down the document it is, in points, pages apart; of text without boxes by its line.
   */
  readonly depths: readonly number[]
  /** The words by depth. */
  readonly byDepth: readonly number[]
}

/** Points between pages, more than any page is high. */
const pageGap = 100_000
/** Points that a line has where there are no boxes. */
export const usualLineHeight = 12

const depthOf = ({ page, bbox, line }: ReadWord): number =>
  page * pageGap + (bbox === null ? (line * usualLineHeight) % pageGap : (bbox[1] + bbox[3]) / 2)

/** Computes where the words of a reading are. */
export const layOutWords = ({ words }: IndexedReading): WordLayout => {
  const depths = words.map(depthOf)
  return { depths, byDepth: words.map((_, index) => index).toSorted((a, b) => itemAt(depths, a) - itemAt(depths, b)) }
}

/** The words between two depths, at most `limit` of them. */
export const wordsBetween = ({ depths, byDepth }: WordLayout, from: number, to: number, limit: number): number[] => {
  const found: number[] = []
  for (
    let at = lowerBound(byDepth.length, (index) => (depths[byDepth[index] ?? 0] ?? 0) >= from);
    at < byDepth.length;
    at += 1
  ) {
    const word = itemAt(byDepth, at)
    if ((depths[word] ?? 0) > to || found.length >= limit) break
    found.push(word)
  }
  return found
}

/** The first index below `length` for which a condition holds that holds for all later ones; `length` where there is none. */
export const lowerBound = (length: number, holds: (index: number) => boolean): number => {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
