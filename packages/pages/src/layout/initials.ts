import type { ContentWord } from './page-content.ts'
import { initials as limits } from './parameters.ts'
import { indexByHeight } from './tables/word-index.ts'
import { minOf } from '@polyparse/engine'

/**
 * Joins large first letters of chapters to the first word of the uppermost line beside them. Left alone, their height
 * would draw several lines into one. Returns all words, in their order, without those letters.
 */
export const joinInitials = (words: readonly ContentWord[]): ContentWord[] => {
  const joined = new Map<ContentWord, ContentWord | null>()
  const within = indexByHeight(words)
  const smallest = minOf(words.map(({ size }) => size))
  const initials = words.filter(
    ({ text, size }) => size >= smallest * limits.minSizeRatio && /^["'“‘«]?\p{L}$/u.test(text),
  )
  for (const initial of initials) {
    const { box, size } = initial
    const first = firstWordBeside(initial, within(box[1] - size, box[3] + size))
    if (first === null || joined.has(first)) continue
    const [left, top] = [Math.min(initial.box[0], first.box[0]), first.box[1]]
    joined.set(initial, null)
    joined.set(first, { ...first, text: initial.text + first.text, box: [left, top, first.box[2], first.box[3]] })
  }
  if (joined.size === 0) return [...words]
  return words.flatMap((word) => {
    const changed = joined.get(word)
    return changed === undefined ? [word] : changed === null ? [] : [changed]
  })
}

const firstWordBeside = (initial: ContentWord, words: readonly ContentWord[]): ContentWord | null => {
  const [, top, right, bottom] = initial.box
  const beside = words.filter(
    (word) =>
      word !== initial &&
      initial.size >= word.size * limits.minSizeRatio &&
      word.baseline > top &&
      word.baseline < bottom + word.size * limits.below &&
      word.box[0] >= right - word.size * limits.overlap &&
      word.box[0] < right + word.size * limits.gap,
  )
  const lines = new Set(beside.map(({ baseline, size }) => Math.round(baseline / size)))
  if (lines.size < limits.minLines) return null
  return beside.reduce<ContentWord | null>(
    (best, word) =>
      best === null ||
      word.baseline < best.baseline - limits.baselineTolerance ||
      (word.baseline < best.baseline + limits.baselineTolerance && word.box[0] < best.box[0])
        ? word
        : best,
    null,
  )
}
