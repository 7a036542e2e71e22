/** Hebrew, Arabic, Syriac, Thaana, NKo and their presentation forms. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/u

/** Whether a text has a letter of a script that is written from the right. */
export const isRightToLeft = (text: string): boolean => rightToLeft.test(text)

/** Whether at least half of some words, and one at least, are of a script that is written from the right. */
export const areMostlyRightToLeft = (words: readonly { readonly text: string }[]): boolean => {
  const count = words.filter(({ text }) => isRightToLeft(text)).length
  return count > 0 && count * 2 >= words.length
}
