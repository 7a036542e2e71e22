import type { Word } from '@polyparse/document'

/**
 * The widest white between two words that follow each other on a line, in points. The white beside the sign of a currency
 * and within brackets is left out: statements set these signs at the edges of their columns.
 */
export const widestWhite = (words: readonly Word[]): number =>
  words.reduce((widest, word, index) => Math.max(widest, whiteBefore(word, words[index - 1])), 0)

/**
 * The widest white, in points, that is not as wide as the others of its line: those of a justified line are even, however wide.
 * That of a line of two words is compared with none.
 */
export const widestUnevenWhite = (words: readonly Word[], minRatio: number): number => {
  let widest = 0
  let whites: number[] = []
  for (const [index, word] of words.entries()) {
    if (!isSameLine(word, words[index - 1])) whites = []
    else whites.push(whiteBefore(word, words[index - 1]))
    const next = words[index + 1]
    if (whites.length > 0 && (next === undefined || !isSameLine(next, word)))
      widest = Math.max(widest, unevenWhiteOf(whites, minRatio))
  }
  return widest
}

/** The widest white of a line, or 0 if it is not that many times as wide as most of them. */
const unevenWhiteOf = (whites: readonly number[], minRatio: number): number => {
  const sorted = whites.toSorted((one, other) => one - other)
  const widest = sorted.at(-1) ?? 0
  const median = sorted[(sorted.length - 1) >> 1] ?? 0
  return sorted.length === 1 || widest > median * minRatio ? widest : 0
}

/** Tells whether words are on one line. */
export const areOnOneLine = (words: readonly Word[]): boolean =>
  words.every((word, index) => index === 0 || isSameLine(word, words[index - 1]))

/** The words of each line, in their order. */
export const linesOfWords = (words: readonly Word[]): readonly (readonly [Word, ...Word[]])[] => {
  const lines: [Word, ...Word[]][] = []
  for (const [index, word] of words.entries()) {
    const line = lines.at(-1)
    if (line !== undefined && isSameLine(word, words[index - 1])) line.push(word)
    else lines.push([word])
  }
  return lines
}

/** The height of most words, in points; 0 without words. */
export const lineHeight = (words: readonly Word[]): number => {
  const heights = words.map(({ bbox: [, top, , bottom] }) => bottom - top).toSorted((one, other) => one - other)
  return heights[heights.length >> 1] ?? 0
}

const whiteBefore = (word: Word, before: Word | undefined): number =>
  before === undefined || !isSameLine(word, before) || /[\p{Sc}(]$/u.test(before.text) || /^[)%]/.test(word.text)
    ? 0
    : word.bbox[0] - before.bbox[2]

/** Tells whether a word is on the line of the word before it, and after it. */
export const isSameLine = ({ bbox: [left, top, , bottom] }: Word, before: Word | undefined): boolean =>
  before !== undefined && before.bbox[0] <= left && Math.abs(before.bbox[3] - bottom) < (bottom - top) / 2
