import type { Word } from '@polyparse/document'
import { isNumber } from './words.ts'

/**
 * The probability that recognised text is right by the confidence of its words: all numbers, and nearly all letters.
 */
export const recognizedText = (words: readonly Word[]): number => {
  const length = words.reduce((sum, { text }) => sum + text.length, 0)
  const mean =
    length === 0 ? 1 : words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / length
  const numbers = words.filter(({ text }) => isNumber(text))
  return mean * numbers.reduce((all, { confidence }) => all * confidence, 1)
}
