import type { Box } from '@polyparse/document'
import { plainStyle } from '../../font-style.ts'
import { tickSignOf } from '../../language/tick-signs.ts'
import type { ContentWord } from '../page-content.ts'
import { tickBoxLayout as limits } from './parameters.ts'

/* Boxes to tick as words, so that each is read beside its label: `☐ single ☑ married`. */

/** A box to tick, drawn or a field of a form. */
export type TickBox = { readonly kind: 'checkbox' | 'radio'; readonly box: Box; readonly isTicked: boolean }

/**
 * The words of a page with one for each box, beside the word it belongs to. A box without text on its line is a
 * drawing and has none.
 */
export const withTickWords = (words: readonly ContentWord[], boxes: readonly TickBox[]): readonly ContentWord[] => {
  if (boxes.length === 0) return words
  const before = new Map<ContentWord, ContentWord[]>()
  const after = new Map<ContentWord, ContentWord[]>()
  for (const one of boxes) {
    const beside = neighbourOf(one.box, words)
    if (beside === null) continue
    const side = beside.box[0] >= one.box[0] ? before : after
    side.set(beside, [...(side.get(beside) ?? []), tickWord(one, beside)])
  }
  return words.flatMap((word) => {
    const [signsBefore, signsAfter] = [before.get(word) ?? [], after.get(word) ?? []]
    return [...signsBefore, signsBefore.length > 0 ? { ...word, spaceBefore: true } : word, ...signsAfter]
  })
}

const tickWord = (one: TickBox, beside: ContentWord): ContentWord => ({
  ...beside,
  text: tickSignOf(one),
  entry: { kind: one.kind },
  box: [one.box[0], beside.baseline - beside.size * limits.height, one.box[2], beside.baseline],
  href: null,
  font: '',
  style: plainStyle,
  spaceBefore: true,
})

/** The word that a box belongs to: the next on its line, else the one before it, else any on its line. */
const neighbourOf = (box: Box, words: readonly ContentWord[]): ContentWord | null => {
  const [middle, side] = [(box[1] + box[3]) / 2, box[3] - box[1]]
  const onLine = words.filter(
    ({ baseline, size }) =>
      middle < baseline + size * limits.maxBelow &&
      middle > baseline - size * limits.maxAbove &&
      side > size * limits.minSide &&
      side < size * limits.maxSide,
  )
  const after = findNearestWord(onLine, (word) => word.box[0] - box[2] + side * limits.overlap)
  if (after !== null && after.box[0] - box[2] < after.size * limits.maxGap) return after
  return findNearestWord(onLine, (word) => box[0] - word.box[2] + side * limits.overlap) ?? after
}

/** The word at the smallest distance that is not negative. */
const findNearestWord = (words: readonly ContentWord[], distance: (word: ContentWord) => number): ContentWord | null =>
  words.reduce<ContentWord | null>((best, word) => {
    if (distance(word) < 0) return best
    return best === null || distance(word) < distance(best) ? word : best
  }, null)
