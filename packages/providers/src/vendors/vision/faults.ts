import { invention, maxRefusal, repetition } from './parameters.ts'

/**
 * The text without the circles in which it ends: the part that comes again and again stays once. Null where it does not
 * run in circles.
 * @example withoutRepetition('a long line of text. '.repeat(50)) // 'a long line of text. '
 */
export const withoutRepetition = (text: string): string | null => {
  const end = text.trimEnd()
  for (let period = 1; period <= Math.min(repetition.maxPeriod, end.length / 2); period += 1) {
    const length = repeatedLength(end, period)
    if (length >= Math.max(repetition.minCharacters, period * repetition.minTimes)) {
      return end.slice(0, end.length - length + period)
    }
  }
  return null
}

/** The length of the end of a text of which every character equals the one a period before it. */
const repeatedLength = (text: string, period: number): number => {
  let at = text.length - 1
  while (at >= period && text.charCodeAt(at) === text.charCodeAt(at - period)) at -= 1
  const length = text.length - 1 - at + period
  // Rows of dots, lines and spaces are printed.
  return /[\p{L}\p{N}]/u.test(text.slice(-period)) ? length : 0
}

/**
 * Tells whether a short answer says that the model will not answer.
 * @example isModelRefusal("I'm sorry, but I can't help with that.") // true
 */
export const isModelRefusal = (text: string): boolean =>
  text.length <= maxRefusal &&
  /^\W*(?:I['’]?m (?:sorry|unable|not able)|I am (?:sorry|unable|not able)|I (?:cannot|can['’]t|won['’]t) |Sorry,|As an AI)/i.test(
    text.trim(),
  )

/** Counts how many numbers of an answer the text of its page does not have; 0 where the page has too little text to tell. */
export const inventedNumbers = (answer: string, pageText: string): number => {
  if (pageText.trim().length < invention.minText) return 0
  const own = pageText.replaceAll(/[^\d]+/g, ' ')
  const joined = pageText.replaceAll(/(?<=\d)[.,'’\s](?=\d)/g, '').replaceAll(/\D+/g, ' ')
  const numbers = new Set(answer.match(/\d(?:[.,'’]?\d)+/g)?.map((number) => number.replaceAll(/\D/g, '')) ?? [])
  return [...numbers].filter(
    (number) => number.length >= invention.minDigits && !joined.includes(number) && !own.includes(number),
  ).length
}
