import type { RecognizedLine, RecognizedWord } from '../recognition/recognition-lines.ts'
import type { ReadCharacter } from './decode.ts'
import { strayParameters as limits } from './parameters.ts'

/*
 * The networks know Chinese beside Latin letters, and see it in stars, rows of signs and stains.
 */

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const allIdeographs = new RegExp(ideograph, 'gu')

/** Signs as wide as Chinese characters, for which there are others. */
const wide = /[\uff01-\uff5e]/u

/** The characters of a line with the signs of its script: those of Chinese are wider. */
export const inOwnSigns = (characters: readonly ReadCharacter[]): ReadCharacter[] =>
  characters.some(({ text }) => ideograph.test(text))
    ? [...characters]
    : characters.map((each) => (wide.test(each.text) ? { ...each, text: each.text.normalize('NFKC') } : each))

/**
 * Lines without Chinese characters of which the networks are not sure, if their page is in another script: `page` are all lines
 * of it, because a single one may name a Chinese thing in Latin letters.
 */
export const withoutStrayIdeographs = (
  lines: readonly RecognizedLine[],
  page: readonly RecognizedLine[],
): RecognizedLine[] => {
  const text = page.flatMap(({ words }) => words.map((word) => word.text)).join('')
  const count = text.match(allIdeographs)?.length ?? 0
  if (count === 0 || count >= text.length * limits.minShare) return [...lines]
  return lines.flatMap((line) => {
    const words = line.words.flatMap(withoutUnsureIdeographs)
    return words.length === 0 ? [] : [{ ...line, words }]
  })
}

const withoutUnsureIdeographs = (word: RecognizedWord): RecognizedWord[] => {
  if (word.confidence >= limits.minSure || !ideograph.test(word.text)) return [word]
  const text = word.text.replaceAll(allIdeographs, '')
  return text === '' ? [] : [{ ...word, text }]
}
