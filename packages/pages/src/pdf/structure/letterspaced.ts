import type { ContentWord } from '../../layout/page-content.ts'
import { union } from '@polyparse/document'
import { letterspacing as parameters } from './parameters.ts'

/** A word, and whether a space was drawn before it, and not just left free. */
export type DividedWord = { readonly word: ContentWord; readonly isAfterSpace: boolean }

/** The words in the order of the content, those together whose letters are set apart, as in headings. */
export const joinLetterspaced = (words: readonly DividedWord[]): ContentWord[] => {
  const joined: ContentWord[] = []
  let line: DividedWord[] = []
  const end = (): void => {
    joined.push(...(isLetterspaced(line) ? joinLine(line) : line.map(({ word }) => word)))
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

const isSingle = ({ word }: DividedWord): boolean => Array.from(word.text).length === 1

/** Tells whether most words of a line are single characters, most of them letters, with the same gap between them. */
const isLetterspaced = (line: readonly DividedWord[]): boolean => {
  const singles = line.filter(isSingle)
  if (singles.length < parameters.minLetters || singles.length < line.length * parameters.minSingleShare) return false
  const letters = singles.filter(({ word }) => /\p{L}/u.test(word.text))
  if (letters.length < singles.length * parameters.minLetterShare) return false
  const gaps = gapsWithin(line)
  const middle = gaps[Math.floor(gaps.length / 2)] ?? 0
  const size = line[0]?.word.size ?? 1
  return (
    gaps.length >= parameters.minLetters - 2 &&
    middle < size * parameters.maxGap &&
    gaps.filter((gap) => Math.abs(gap - middle) < size * parameters.gapTolerance).length >=
      gaps.length * parameters.minEvenShare
  )
}

/** The gaps between words without a drawn space, the smallest first. */
const gapsWithin = (line: readonly DividedWord[]): number[] =>
  line
    .flatMap(({ word, isAfterSpace }, index) => {
      const before = line[index - 1]
      return before === undefined || isAfterSpace ? [] : [word.box[0] - before.word.box[2]]
    })
    .toSorted((a, b) => a - b)

/** Words end where a space was drawn, or where the gap is much wider than between letters. */
const joinLine = (line: readonly DividedWord[]): ContentWord[] => {
  const gaps = gapsWithin(line)
  const usual = gaps[Math.floor(gaps.length / 2)] ?? 0
  const words: ContentWord[] = []
  for (const [index, { word, isAfterSpace }] of line.entries()) {
    const before = words.at(-1)
    const gap = word.box[0] - (line[index - 1]?.word.box[2] ?? 0)
    const isNew = before === undefined || isAfterSpace || gap > usual + word.size * parameters.minWordGap
    if (isNew) words.push(word)
    else {
      const box = union([before.box, word.box]) ?? before.box
      words[words.length - 1] = { ...before, text: before.text + word.text, box }
    }
  }
  return words
}
