import type { ContentWord } from '../../layout/page-content.ts'
import { union } from '@polyparse/document'
import { letterspacing as parameters } from './parameters.ts'

/** A word as its characters are drawn. */
export type DividedWord = {
  readonly word: ContentWord
  /** True if a space was drawn before it, and not just left free. */
  readonly isAfterSpace: boolean
  /** The white between its characters, in points; null for a single one. */
  readonly letterGap: number | null
}

/** The words in the order of the content, those together whose letters are set apart, as in headings. */
export const joinLetterspaced = (words: readonly DividedWord[]): ContentWord[] => {
  const joined: ContentWord[] = []
  let line: DividedWord[] = []
  const end = (): void => {
    joined.push(...joinLine(line, joinOfLine(line)))
    line = []
  }
  for (const divided of words) {
    const last = line.at(-1)
    if (last !== undefined && !isOneLine(last.word, divided.word)) end()
    line.push(divided)
  }
  end()
  return joined
}

const isOneLine = (a: ContentWord, b: ContentWord): boolean =>
  a.font === b.font &&
  a.size === b.size &&
  Math.abs(a.baseline - b.baseline) < a.size * parameters.maxShift &&
  b.box[0] > a.box[0] &&
  b.box[0] - a.box[2] < a.size * parameters.maxWordGap

/** The white, in points, up to which the words of a line are parts of one, also where a space was drawn. */
type LetterJoin = { readonly reach: number; readonly overSpaces: boolean }

/**
 * Returns the white up to which the words of a line are parts of one: a little more than that within its words, where that is wide; and
 * where most are single letters, than that between these. Null where letters are not set apart.
 */
const joinOfLine = (line: readonly DividedWord[]): LetterJoin | null => {
  const size = line[0]?.word.size ?? 1
  // The dots of a leader are apart, too.
  const lettered = line.filter(({ word }) => /\p{L}{2}/u.test(word.text))
  const within = middleOf(lettered.flatMap(({ letterGap }) => letterGap ?? []))
  if (within !== null && within > size * parameters.minWithin)
    return { reach: within + size * parameters.gapTolerance, overSpaces: false }
  if (!areMostlyLetters(line)) return null
  const free = evenGap(
    gapsWithin(line, ({ isAfterSpace }) => !isAfterSpace),
    size,
  )
  if (free !== null) return { reach: free.gap + size * parameters.minWordGap, overSpaces: false }
  // Where a space was typed after each letter, wider white has to show that words end there, as in no list of letters.
  const typed = evenGap(
    gapsWithin(line, () => true),
    size,
  )
  return typed !== null && typed.hasWider && typed.gap < size * parameters.maxTypedGap
    ? { reach: typed.gap + size * parameters.minTypedWordGap, overSpaces: true }
    : null
}

const isSingle = ({ word }: DividedWord): boolean => Array.from(word.text).length === 1

/** Tells whether most words of a line are single characters, most of them letters. */
const areMostlyLetters = (line: readonly DividedWord[]): boolean => {
  const singles = line.filter(isSingle)
  if (singles.length < parameters.minLetters || singles.length < line.length * parameters.minSingleShare) return false
  const letters = singles.filter(({ word }) => /\p{L}/u.test(word.text))
  return letters.length >= singles.length * parameters.minLetterShare
}

/** The white that most gaps have, if they are even but for wider ones, which are fewer: words have several letters. */
const evenGap = (
  gaps: readonly number[],
  size: number,
): { readonly gap: number; readonly hasWider: boolean } | null => {
  const gap = middleOf(gaps)
  if (gap === null || gaps.length < parameters.minLetters - 2 || gap >= size * parameters.maxGap) return null
  const narrow = gaps.filter((one) => one <= gap + size * parameters.minTypedWordGap)
  const even = narrow.filter((one) => Math.abs(one - gap) < size * parameters.gapTolerance)
  if (even.length < narrow.length * parameters.minEvenShare || narrow.length < gaps.length * parameters.minWithinShare)
    return null
  return { gap, hasWider: narrow.length < gaps.length }
}

/** The gaps before the words of a line that count. */
const gapsWithin = (line: readonly DividedWord[], counts: (divided: DividedWord) => boolean): number[] =>
  line.flatMap((divided, index) => {
    const before = line[index - 1]
    return before === undefined || !counts(divided) ? [] : [divided.word.box[0] - before.word.box[2]]
  })

const middleOf = (figures: readonly number[]): number | null =>
  figures.toSorted((one, other) => one - other)[figures.length >> 1] ?? null

/** Words end where a space was drawn, unless one was after each letter, and where the gap is wider than between letters. */
const joinLine = (line: readonly DividedWord[], join: LetterJoin | null): ContentWord[] => {
  if (join === null) return line.map(({ word }) => word)
  const words: ContentWord[] = []
  for (const [index, { word, isAfterSpace }] of line.entries()) {
    const before = words.at(-1)
    const gap = word.box[0] - (line[index - 1]?.word.box[2] ?? 0)
    if (before === undefined || (isAfterSpace && !join.overSpaces) || gap > join.reach) words.push(word)
    else {
      const box = union([before.box, word.box]) ?? before.box
      words[words.length - 1] = { ...before, text: before.text + word.text, box }
    }
  }
  return words
}
