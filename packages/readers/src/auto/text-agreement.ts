import type { Block } from '@polyparse/document'
import { at } from './curve.ts'
import { alone, texts } from './parameters.ts'
import type { SecondPage } from './second-reading.ts'
import { areOnOneLine, lineHeight, widestWhite } from './white.ts'
import { isNumber, pairsOf, wordsOf } from './words.ts'

/** The probability that a text is right, by what the second reading has of it and by the white between its words. */
export const confidenceOfText = ({ text, words = [] }: Block, second: SecondPage | undefined): number => {
  const hasWideWhite = widestWhite(words) > texts.maxWhite * lineHeight(words)
  const isOneLine = areOnOneLine(words)
  const agreement = second === undefined ? alone.text : agreementWith(wordsOf(text), hasWideWhite && isOneLine, second)
  return hasWideWhite && !isOneLine ? Math.min(texts.maxWithWideWhite, agreement) : agreement
}

const agreementWith = (words: readonly string[], isSpacedLine: boolean, second: SecondPage): number => {
  const pairs = pairsOf(words)
  const known = shareOf(words, (word) => second.words.has(word))
  const share = pairs.length === 0 ? known : shareOf(pairs, (pair) => second.pairs.has(pair))
  const inOrder = at(texts.curve, share)
  if (words.some((word) => isNumber(word) && !second.words.has(word)))
    return Math.min(texts.maxWithOtherNumbers, inOrder)
  return isSpacedLine && known === 1 ? Math.max(texts.spacedLine, inOrder) : inOrder
}

const shareOf = (texts: readonly string[], has: (text: string) => boolean): number =>
  texts.length === 0 ? 1 : texts.filter(has).length / texts.length
