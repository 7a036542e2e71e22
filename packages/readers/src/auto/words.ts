import { pairwise } from '@polyparse/document/items'

/**
 * The words and numbers of a text, without the punctuation between them and after them; of a script that sets no spaces, its
 * letters. Where a point or comma is set apart from the figures before it, readers differ in whether a space is there.
 * @example wordsOfDocument('Rent, 1,234 a month.') // ['Rent', '1,234', 'a', 'month']
 */
export const wordsOfDocument = (text: string): string[] =>
  text
    .normalize('NFKC')
    .replaceAll(/[‐‑‒–—―−]/g, '-')
    .replaceAll(/(?<=\p{N}) (?=[.,]\p{N})/gu, '')
    .match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}])+|[-+]?\p{N}(?:[\p{N}.,]*\p{N})?/gu,
    ) ?? []

/**
 * Words with the word after each of them.
 * @example pairsOf(['one', 'two', 'three']) // ['one two', 'two three']
 */
export const pairsOf = (words: readonly string[]): string[] =>
  pairwise(words).map(([word, next]) => pairOfWords(word, next))

/**
 * Two words that follow one another. Those of a script that runs from right to left are the same pair in either order: some
 * readers have the words of a line as they are from the left.
 * @example pairOfWords('harbour', 'light') // 'harbour light'
 */
export const pairOfWords = (word: string, next: string): string =>
  rightToLeft.test(word) && rightToLeft.test(next) && next < word ? `${next} ${word}` : `${word} ${next}`

const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u

/**
 * @example isNumber('1,840') // true
 */
export const isNumber = (word: string): boolean => /\p{N}/u.test(word)
