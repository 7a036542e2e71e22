import { tokenize } from '../tokens/tokenize.ts'

/** The values that a schema can have in one place. */
export type FieldValueOf = string | number | boolean | null

/** Digits of a number that count: more of them are what is left of binary fractions. */
const countedDigits = 15

/**
 * Returns a key that is equal for values that say the same: numbers by what they are worth, dates by their day, other texts without regard to case,
 * width and white space. A text counts as a number or a date only as a whole, so that a code is not taken for one.
 * @example keyOfFieldValue('1,234.50') // 'number 1234.5'
 */
export const keyOfFieldValue = (value: Exclude<FieldValueOf, null>): string => {
  if (typeof value === 'boolean') return `is ${value}`
  if (typeof value === 'number') return `number ${Number(value.toPrecision(countedDigits))}`
  const text = value.normalize('NFKC').trim()
  const token = wholeToken(text)
  if (token?.kind === 'date') return token.key
  if (token?.kind === 'number') return `number ${token.key}`
  return `text ${text.toLowerCase().replaceAll(/\s+/g, ' ')}`
}

/**
 * The number that a text says as a whole, as it is printed; undefined if it says none.
 * @example numberOfFieldText('1,234.50') // 1234.5
 */
export const numberOfFieldText = (text: string): number | undefined => {
  const token = wholeToken(text.normalize('NFKC').trim())
  return token?.kind === 'number' && /^-?\d+(?:\.\d+)?$/.test(token.key) ? Number(token.key) : undefined
}

/** The only token of a text that may be a number or a date. */
const wholeToken = (text: string) => {
  const [token, ...others] = text.length > maxTokenized || !/\p{Nd}/u.test(text) ? [] : tokenize(text, true)
  const isWhole = token !== undefined && others.length === 0 && token.start === 0 && token.end === text.length
  return isWhole ? token : undefined
}

/** Characters of the longest text that may be a number or a date. */
const maxTokenized = 60
