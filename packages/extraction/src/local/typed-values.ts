import type { LeafSchema } from '../schema/extraction-schema.ts'
import { amountOfText, type DecimalSign } from '../values/amounts.ts'
import { daysOfText } from '../values/dates.ts'
import { foldText } from '../values/fold.ts'

/** The habits of a document in writing values for which there are several ways. */
export type WritingHabits = { readonly decimalSign: DecimalSign; readonly isDayFirst: boolean | null }

/**
 * Tells whether a leaf is a day, by its format or by what is said of it.
 * @example isDayLeaf({ type: 'string', format: 'date' }) // true
 */
export const isDayLeaf = ({ format, description, type }: LeafSchema): boolean =>
  type === 'string' && (format === 'date' || format === 'date-time' || /YYYY-MM-DD/i.test(description))

/**
 * The value that a text is for a leaf; null where it is none of its type, or where that is not sure.
 * @example typedValue('1,234', { type: 'number' }, { decimalSign: '.', isDayFirst: true }) // 1234
 */
export const typedValue = (
  text: string,
  leaf: LeafSchema,
  { decimalSign, isDayFirst }: WritingHabits,
): string | number | null => {
  const trimmed = text.trim()
  if (leaf.type === 'number' || leaf.type === 'integer') {
    const amount = amountOfText(trimmed, decimalSign)
    return amount === null || (leaf.type === 'integer' && !Number.isInteger(amount)) ? null : amount
  }
  if (leaf.type === 'boolean') return null
  if (leaf.enum !== null) {
    const folded = foldText(trimmed)
    const value = leaf.enum.find((one) => foldText(String(one)) === folded)
    return typeof value === 'string' ? value : null
  }
  if (isDayLeaf(leaf)) {
    const days = daysOfText(trimmed)
    if (days.length < 2) return days[0] ?? null
    if (isDayFirst === null) return null
    return days[isDayFirst ? 0 : 1] ?? null
  }
  const value = trimmed.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/\s+/g, ' ')
  if (
    /:(?:\s|$)/.test(value) ||
    value.split(' ').length > maxWordsOfValue ||
    !/[\p{L}\p{N}]/u.test(value) ||
    !fitsFormat(value, leaf)
  )
    return null
  return value
}

/** Words of a value at most: longer ones are sentences that a label happens to precede. */
const maxWordsOfValue = 25

/** Tells whether a text may be what a leaf's format and its name say. */
const fitsFormat = (value: string, { format, description }: LeafSchema): boolean => {
  if (format === 'email') return /^\S+@\S+$/.test(value)
  if (format === 'uri' || format === 'url') return /^(?:https?:|www\.)\S+$/i.test(value)
  if (format === 'time') return /^\d{1,2}[:.]\d{2}/.test(value)
  const example = exampleIn(description)
  // A code has digits where its example has some, and a name has none.
  if (example === null) return true
  if (/^[\d\s./-]+$/.test(example)) return /^[\d\s./*xX-]+$/.test(value)
  if (/\d/.test(example) && !/\s/.test(example)) return /\d/.test(value)
  return true
}

const exampleIn = (description: string): string | null => {
  const [, quoted = null] =
    /(?:e\.g\.,?|such as|for example|z\.B\.|p\. ?ex\.) ?['"“]?([^'"”)]{2,60})/i.exec(description) ?? []
  return quoted
}
