import type { Box } from '@polyparse/document'
import type { Bidi } from 'bidi-js'
import bidiFactory from 'bidi-js/dist/bidi.mjs'

/** Hebrew, Arabic, Syriac, Thaana, NKo and their presentation forms, without the Arabic digits, which run to the right. */
const rightToLeft = /(?![\u0660-\u066C\u06F0-\u06F9])[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u

/**
 * Tells whether a text has a letter of a script that is written from the right.
 * @example isRightToLeft('שלום') // true
 */
export const isRightToLeft = (text: string): boolean =>
  // Most texts are one letter that comes before all of these.
  (text.length > 1 || text >= '\u0590') && rightToLeft.test(text)

/**
 * Tells whether at least half of the words with letters, and one at least, are of a script that is written from the right.
 * @example areMostlyRightToLeft([{ text: 'שלום' }, { text: 'a' }]) // true
 */
export const areMostlyRightToLeft = (words: readonly { readonly text: string }[]): boolean => {
  const count = words.filter(({ text }) => isRightToLeft(text)).length
  return count > 0 && count * 2 >= words.filter(({ text }) => /\p{L}/u.test(text)).length
}

let loadedBidi: Bidi | null = null
const bidi = (): Bidi => (loadedBidi ??= bidiFactory())

type PlacedWord = { readonly text: string; readonly box: Box; readonly size: number }

/** The words of a line as they are read, given from left to right, by the Unicode bidirectional algorithm. */
export const inReadingOrder = <Word extends PlacedWord>(fromLeft: readonly Word[]): readonly Word[] => {
  if (!fromLeft.some(({ text }) => isRightToLeft(text))) return fromLeft
  const isFromRight = areMostlyRightToLeft(fromLeft)
  const stretches = stretchesOf(fromLeft)
  const ordered = isFromRight ? stretches.toReversed() : stretches
  const base = isFromRight ? 1 : 0
  const levels = levelsOf(ordered, isFromRight ? 'rtl' : 'ltr')
  const isDivided = (at: number): boolean => areDivided(ordered[at] ?? [], ordered[at - 1] ?? [])
  for (let level = Math.max(...new Set(levels)); level > base; level -= 1)
    for (let start = 0; start < ordered.length; start += 1) {
      const end = endOfRun(levels, start, level, isDivided)
      for (const [index, stretch] of ordered.slice(start, end).toReversed().entries()) ordered[start + index] = stretch
      if (end > start) start = end - 1
    }
  const words = ordered.flat()
  return isFromRight ? words.map((word, index) => withBracketsAsRead(word, words[index - 1], words[index + 1])) : words
}

/** Single words, and those that run to the right with the brackets that touch them. */
const stretchesOf = <Word extends PlacedWord>(fromLeft: readonly Word[]): Word[][] => {
  const stretches: Word[][] = []
  for (const word of fromLeft) {
    const stretch = stretches.at(-1)
    const before = stretch?.at(-1)
    const isPart =
      before !== undefined &&
      isTight(before, word) &&
      (brackets.test(before.text) ? isToTheRight(word) : brackets.test(word.text) && isToTheRight(before))
    if (isPart && stretch !== undefined) stretch.push(word)
    else stretches.push([word])
  }
  return stretches
}

const isToTheRight = ({ text }: PlacedWord): boolean => /[\p{L}\p{N}]/u.test(text) && !isRightToLeft(text)

const isTight = (a: PlacedWord, b: PlacedWord): boolean =>
  Math.max(a.box[0] - b.box[2], b.box[0] - a.box[2]) < a.size * maxTightGap

/** Between a bracket and its word, in sizes of the font. */
const maxTightGap = 0.12

/** Returns how deep each stretch of words is embedded: even for those that run to the right. */
const levelsOf = (stretches: readonly (readonly PlacedWord[])[], direction: 'ltr' | 'rtl'): number[] => {
  const texts = stretches.map((words) => words.map(({ text }) => text).join(''))
  const { levels } = bidi().getEmbeddingLevels(texts.join(' '), direction)
  let at = 0
  return texts.map((text) => {
    const letter = Math.max(0, text.search(/[\p{L}\p{N}]/u))
    const level = levels[at + letter] ?? 0
    at += text.length + 1
    return level
  })
}

const endOfRun = (
  levels: readonly number[],
  start: number,
  level: number,
  isDivided: (at: number) => boolean,
): number => {
  let end = start
  while ((levels[end] ?? 0) >= level && (end === start || !isDivided(end))) end += 1
  return end
}

/** A bracket between a number and a word follows the direction of the line. */
const areDivided = (one: readonly PlacedWord[], next: readonly PlacedWord[]): boolean => {
  const texts = [one, next].map((words) => words.map(({ text }) => text).join(''))
  return (
    texts.some((text) => /[()[\]{}]/.test(text)) && texts.some((text) => /\p{N}/u.test(text) && !/\p{L}/u.test(text))
  )
}

const brackets = /^[()[\]{}«»‹›]+[.,:;!?،؛؟]*$/u
const startingBrackets = /^[()[\]{}«»‹›]+(?=[\p{L}\p{N}])/u
const endingBrackets = /(?<=[\p{L}\p{N}%])[()[\]{}«»‹›]+(?=[.,:;!?،؛؟]*$)/u
const opening = /[([{«‹]/

/**
 * A word of a line that is read from the right, with its brackets opening before it and closing after it. Some programs
 * store them as they are drawn, others as they are read.
 */
const withBracketsAsRead = <Word extends PlacedWord>(word: Word, before?: Word, after?: Word): Word => {
  const isAlone = brackets.test(word.text)
  const isBeforeWord = after !== undefined && isTight(word, after)
  const isAfterWord = before !== undefined && isTight(before, word)
  if (isAlone && isBeforeWord === isAfterWord) return word
  const text = isAlone
    ? turnedBrackets(word.text, isBeforeWord)
    : word.text
        .replace(startingBrackets, (some) => turnedBrackets(some, true))
        .replace(endingBrackets, (some) => turnedBrackets(some, false))
  return text === word.text ? word : { ...word, text }
}

const turnedBrackets = (text: string, isOpening: boolean): string =>
  Array.from(text, (bracket) =>
    opening.test(bracket) === isOpening ? bracket : (bidi().getMirroredCharacter(bracket) ?? bracket),
  ).join('')
