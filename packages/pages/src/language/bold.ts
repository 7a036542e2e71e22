type StyledWord = { readonly text: string; readonly style: { readonly bold: boolean } }

const letterOrDigit = /[\p{L}\p{N}]/u

/** Tells whether any word with a letter or a digit is not set in bold. */
export const haveRegularWeight = (words: readonly StyledWord[]): boolean =>
  words.some(({ text, style }) => !style.bold && letterOrDigit.test(text))

/**
 * Tells whether words are set in bold throughout. Words without a letter or a digit do not count, since dashes and dots look
 * the same in either weight; without any other word the answer is no.
 */
export const areBold = (words: readonly StyledWord[]): boolean =>
  words.some(({ text }) => letterOrDigit.test(text)) && !haveRegularWeight(words)
