import type { ContentWord } from './page-content.ts'

/** How much larger than the text beside it the first letter of a chapter is, at least. */
const larger = 1.8

/**
 * A large first letter that several lines stand beside belongs to the first word of the uppermost of them. Left alone, its
 * size and its line would draw those lines together.
 */
export const joinInitials = (words: readonly ContentWord[]): ContentWord[] => {
  const joined = new Map<ContentWord, ContentWord | null>()
  for (const initial of words.filter(({ text }) => /^["'“‘«]?\p{L}$/u.test(text))) {
    const first = firstWordBeside(initial, words)
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
      initial.size >= word.size * larger &&
      word.baseline > top &&
      word.baseline < bottom + word.size * 0.5 &&
      word.box[0] >= right - word.size * 0.3 &&
      word.box[0] < right + word.size * 1.2,
  )
  const lines = new Set(beside.map(({ baseline, size }) => Math.round(baseline / size)))
  if (lines.size < 2) return null
  return beside.reduce<ContentWord | null>(
    (best, word) =>
      best === null ||
      word.baseline < best.baseline - 2 ||
      (word.baseline < best.baseline + 2 && word.box[0] < best.box[0])
        ? word
        : best,
    null,
  )
}
