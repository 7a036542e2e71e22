import type { Block, Word } from '@polyparse/document'
import { at } from './curve.ts'
import { alone, autoTextParameters } from './parameters.ts'
import type { SecondPage } from './second-reading.ts'
import { areOnOneLine, lineHeight, widestUnevenWhite, widestWhite } from './white.ts'
import { isNumber, pairsOf, wordsOfDocument } from './words.ts'

/** The probability that a text is right, by what the second reading has of it and by the white between its words. */
export const confidenceOfText = ({ text, words = [] }: Block, second: SecondPage | undefined): number => {
  const isSpacedLine = areOnOneLine(words) && hasWideWhite(words)
  const agreement = second === undefined ? alone.text : agreementWith(wordsOfDocument(text), isSpacedLine, second)
  return hasWhiteOfColumns({ words }) ? Math.min(autoTextParameters.maxWithWideWhite, agreement) : agreement
}

/** Tells whether white in a text of several lines is so wide that they may be those of several columns. */
export const hasWhiteOfColumns = ({ words = [] }: Pick<Block, 'words'>): boolean =>
  !areOnOneLine(words) && hasWideWhite(words)

/** Tells whether white in a line of a text is wider than between words: in one of several lines, and than most of its line. */
export const hasWideWhite = (words: readonly Word[]): boolean => {
  const white = areOnOneLine(words) ? widestWhite(words) : widestUnevenWhite(words, autoTextParameters.minUnevenness)
  return white > autoTextParameters.maxWhite * lineHeight(words)
}

/** Says whether another reading has all words of a text, one after another. */
export const hasWholeText = ({ words, pairs }: SecondPage, text: string): boolean => {
  const own = wordsOfDocument(text)
  return own.every((word) => words.has(word)) && pairsOf(own).every((pair) => pairs.has(pair))
}

const agreementWith = (words: readonly string[], isSpacedLine: boolean, second: SecondPage): number => {
  const pairs = pairsOf(words)
  const known = shareOfTexts(words, (word) => second.words.has(word))
  const share = pairs.length === 0 ? known : shareOfTexts(pairs, (pair) => second.pairs.has(pair))
  const inOrder = at(autoTextParameters.curve, share)
  if (words.some((word) => isNumber(word) && !second.words.has(word)))
    return Math.min(autoTextParameters.maxWithOtherNumbers, inOrder)
  return isSpacedLine && known === 1 ? Math.max(autoTextParameters.spacedLine, inOrder) : inOrder
}

const shareOfTexts = (texts: readonly string[], has: (text: string) => boolean): number =>
  texts.length === 0 ? 1 : texts.filter(has).length / texts.length
