import { tokenize } from '../tokens/tokenize.ts'

/** What a schema can have in one place. */
export type FieldValueOf = string | number | boolean | null

/** Digits of a number that count: more of them are what is left of binary fractions. */
const countedDigits = 15

/**
 * Equal for values that say the same: numbers by what they are worth, dates by their day, other texts without regard to case,
 * width and white space. A text counts as a number or a date only as a whole, so that a code is not taken for one.
 */
export const keyOfFieldValue = (value: Exclude<FieldValueOf, null>): string => {
  if (typeof value === 'boolean') return `is ${value}`
  if (typeof value === 'number') return `number ${Number(value.toPrecision(countedDigits))}`
  const text = value.normalize('NFKC').trim()
  const [token, ...others] = text.length > maxTokenized || !/\p{Nd}/u.test(text) ? [] : tokenize(text, true)
  const isWhole = token !== undefined && others.length === 0 && token.start === 0 && token.end === text.length
  if (isWhole && token.kind === 'date') return token.key
  if (isWhole && token.kind === 'number') return `number ${token.key}`
  return `text ${text.toLowerCase().replaceAll(/\s+/g, ' ')}`
}

/** Characters of the longest text that may be a number or a date. */
const maxTokenized = 60

/** Whether two values say the same; nothing is said by null. */
export const isSameFieldValue = (one: FieldValueOf, other: FieldValueOf): boolean =>
  one === null || other === null ? one === other : keyOfFieldValue(one) === keyOfFieldValue(other)

/** What a person has typed for a value, in the type that others have there; null where it is none of that type. */
export const typedFieldValue = (typed: string, others: readonly FieldValueOf[]): FieldValueOf => {
  const text = typed.trim()
  const sample = others.find((value) => value !== null)
  if (text === '') return null
  if (typeof sample === 'boolean') return text === 'true' ? true : text === 'false' ? false : null
  if (typeof sample !== 'number') return text
  const key = keyOfFieldValue(text)
  const number = key.startsWith('number ') ? Number(key.slice('number '.length)) : Number.NaN
  return Number.isFinite(number) ? number : null
}
