/** A value of a document as another reader finds it. */
export type OtherValue = { readonly text: string } | { readonly number: number } | { readonly date: string }

/** What of a document is read: its text in reading order, and the texts of the cells of its tables. */
export type OwnReading = { readonly text: string; readonly cells: readonly string[] }

/**
 * Returns the values of another reader that a reading does not have: words, counted; numbers, of which a cell has the digits of a
 * rounded form, in order; dates, of which a cell has only parts.
 */
export const missingValues = (others: readonly OtherValue[], { text, cells }: OwnReading): string[] => {
  const words = countsOf(wordsOf(text))
  const digits = new Set(cells.map(digitsOf))
  return others.flatMap((value) => {
    if ('text' in value) return wordsOf(value.text).filter((word) => !take(words, word))
    // Of a zero, a format may show a dash or nothing.
    if ('number' in value)
      return value.number === 0 ||
        formsOfNumber(value.number).some((form) => digits.has(form)) ||
        cells.some((cell) => isOfDay(cell, value.number))
        ? []
        : [String(value.number)]
    return cells.some((cell) => isOfDate(cell, value.date)) ? [] : [value.date]
  })
}

const countsOf = (words: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** Takes a word away; false where there is none. */
const take = (counts: Map<string, number>, word: string): boolean => {
  const left = counts.get(word) ?? 0
  counts.set(word, left - 1)
  return left > 0
}

/** Words and numbers in one form, whatever divides them. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Digits that a cell of Excel holds. */
const digitsOfCell = 15

/** The digits of a text in order, without those zeros that a format may add in front, and without more than a cell holds. */
const digitsOf = (text: string): string => {
  const digits = withoutZeros(text.normalize('NFKC').replaceAll(/[^0-9]/g, '')).slice(0, digitsOfCell)
  return /\de[+-]?\d/i.test(text) ? `${digits} with a power` : digits
}

const withoutZeros = (digits: string): string => digits.replace(/^0+(?=.)/, '')

/** A number as it is, and as per cent. */
const scales = [1, 100]
const maxDecimals = 20

/** The digits of a number in every form in which it may be printed: rounded to some places, or, marked, with a power of ten. */
const formsOfNumber = (number: number): string[] => {
  const places = Array.from({ length: maxDecimals + 1 }, (_, count) => count)
  const size = Math.abs(number)
  const sizes = [size, Number(size.toPrecision(digitsOfCell))]
  const scaled = sizes.flatMap((one) => scales.map((scale) => one * scale))
  const fixed = size >= 1e21 ? [] : scaled.flatMap((one) => places.map((count) => one.toFixed(count)))
  const powers = places.map((count) => size.toExponential(count))
  return [...fixed, ...powers, ...powers.map(withTwoDigits), String(size)].map(digitsOf)
}

/** The exponent as spreadsheets print it. */
const withTwoDigits = (power: string): string => power.replace(/(?<=e[+-])(?=\d$)/, '0')

/** Tells whether a cell has numbers, and only such as are a part of the date. */
const isOfDate = (cell: string, date: string): boolean => {
  const numbers = cell.match(/\d+/g)?.map(Number) ?? []
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = date.match(/\d+/g)?.map(Number) ?? []
  const days = Date.UTC(year, month - 1, day) / 86_400_000 + daysTo1970
  const clock = [hour, hour % 12 || 12, minute, second]
  const parts = new Set([year, year % 100, month, day, ...clock, days * 24 + hour, days])
  return numbers.length > 0 && numbers.every((part) => parts.has(part))
}

/** Tells whether a cell shows a number as the day or the time that it counts to: with signs between its parts, or a month. */
const isOfDay = (cell: string, number: number): boolean => {
  if (number < 0 || number > lastDay || !/\d[:/-]\d|\p{L}{3}/u.test(cell)) return false
  const seconds = Math.round((number - daysTo1970) * 86_400)
  return isOfDate(cell, new Date(seconds * 1000).toISOString().slice(0, 19))
}

/** 31 December 9999, behind which there are no days. */
const lastDay = 2_958_465

/** Days from the beginning of the count of Excel, which has no date before it. */
const daysTo1970 = 25_569
