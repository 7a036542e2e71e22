const amount = /(?:^|[\s\p{Sc}])[-–−(]?\d{1,3}(?:[., ’'\u00A0]?\d{3})*[.,]\d{2}\)?-?(?:\s?(?:\p{Sc}|[A-Z]{3}))?$/u

/**
 * Tells whether a text ends in an amount, with two digits after its point or comma: a total, not a line of every page.
 * @example endsInAmount('Total EUR 1,234.56') // true
 */
export const endsInAmount = (text: string): boolean => amount.test(text)

const year = String.raw`\d{4}`
const dayOfMonth = String.raw`\d{1,2}(?:\.|st|nd|rd|th|er|º)?`
const loneDate = new RegExp(
  String.raw`^(?:\p{L}+,\s+)?(?:${dayOfMonth}\s+(?:de\s+)?\p{L}+\.?,?\s+(?:de\s+)?${year}|\p{L}+\.?\s+${dayOfMonth},?\s+${year}|\d{1,2}([./-])\d{1,2}\1${year}|${year}-\d{2}-\d{2})$`,
  'u',
)

/**
 * Tells whether a text is a date and no more, with at most the day of the week or the place before it, as letters begin.
 * @example isLoneDate('Berlin, 12. März 2024') // true
 */
export const isLoneDate = (text: string): boolean => loneDate.test(text)

/**
 * Tells whether a text goes on in the next line, as a salutation and a close do: it ends in a comma.
 * @example goesOnBelow('Dear Sir or Madam,') // true
 */
export const goesOnBelow = (text: string): boolean => /\p{L}\s*[,，،]$/u.test(text)
