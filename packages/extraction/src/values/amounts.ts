import { foldText } from './fold.ts'

/** A number as it is printed, with what it may mean: `1.234` is one thousand and more, or one and a bit. */
export type PrintedAmount = {
  /** The amounts without their sign, the likelier first. */
  readonly values: readonly number[]
  readonly isNegative: boolean
  readonly start: number
  readonly end: number
  /** True if letters or other digits are right beside it, as in a code or a date. */
  readonly isPart: boolean
}

/** Digits that a number keeps apart from its neighbours: longer ones are codes, which are compared as texts. */
const maxDigits = 15

/** The sign before the decimals of the numbers in a document; null if they do not tell. */
export type DecimalSign = '.' | ',' | null

/**
 * The decimal sign by which most of the numbers are written that can be written with one only.
 * @example decimalSignOf(['1.234,50', '12,5']) // ','
 */
export const decimalSignOf = (words: Iterable<string>): DecimalSign => {
  let [points, commas] = [0, 0]
  for (const word of words)
    for (const [text] of word.matchAll(/\d+(?:[.,]\d+)+/g)) {
      const separators = text.replaceAll(/\d/g, '')
      const last = separators.at(-1)
      const decimals = text.length - 1 - text.lastIndexOf(last ?? '')
      const isMixed = separators.length > 1 && !separators.slice(0, -1).includes(last ?? '')
      // Points also divide dates, sections and versions.
      if (separators.length > 1 && !isMixed) {
        // Groups of three, more than one of them, are divided by the other sign.
        if (!/^\d{1,3}(?:[.,]\d{3})+$/.test(text)) continue
        if (last === '.') commas += 1
        else points += 1
        continue
      }
      if (decimals === 3 && !isMixed) continue
      if (last === '.') points += 1
      else commas += 1
    }
  if (points > 2 * commas) return '.'
  return commas > 2 * points ? ',' : null
}

/**
 * The numbers in a word, in their order.
 * @example amountsIn('1,234.50') // [{ values: [1234.5], isNegative: false, start: 0, end: 8, isPart: false }]
 */
export const amountsIn = (word: string, decimalSign: DecimalSign = null): PrintedAmount[] =>
  Array.from(word.matchAll(/\d+(?:[.,'’\u00a0\u202f]\d+)*/g)).flatMap((match): PrintedAmount[] => {
    const [text] = match
    const start = match.index
    const end = start + text.length
    const values = meaningsOf(text, decimalSign)
    if (values.length === 0) return []
    const before = word.slice(0, start)
    const after = word.slice(end)
    return [
      {
        values,
        isNegative:
          /[-−–][^\p{L}\p{N}]*$/u.test(before.slice(-4)) ||
          (before.includes('(') && after.includes(')')) ||
          /^[-−]$/.test(after),
        start,
        end,
        isPart:
          /[\p{L}/:*\-–_#]$/u.test(before.slice(-2)) && /[\p{L}\d]/u.test(before)
            ? true
            : /^[/:*\-–_][\p{L}\d]/u.test(after),
      },
    ]
  })

/** Returns what digits with separators may mean. */
const meaningsOf = (text: string, decimalSign: DecimalSign): number[] => {
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length > maxDigits) return []
  const separators = text.replaceAll(/\d/g, '')
  const whole = Number(digits)
  if (separators === '') return [whole]
  const last = separators.at(-1) ?? ''
  const decimals = text.length - 1 - text.lastIndexOf(last)
  const asDecimal = whole / 10 ** decimals
  const isUniform = separators.replaceAll(last, '') === ''
  const isGrouped = text
    .split(/\D/)
    .slice(1)
    .every((group) => group.length === 3)
  if (last === "'" || last === '’' || last === '\u00a0' || last === '\u202f') return isGrouped ? [whole] : []
  if (!isUniform) return [asDecimal]
  if (separators.length > 1) return isGrouped || /^\d{1,2}(?:,\d{2})*,\d{3}$/.test(text) ? [whole] : []
  if (decimals !== 3 || text.startsWith('0')) return [asDecimal]
  const isDecimal = decimalSign === null ? last === '.' : last === decimalSign
  return isDecimal ? [asDecimal, whole] : [whole, asDecimal]
}

/**
 * A number as a key of an index: of fifteen digits, so that binary fractions do not tell equal ones apart.
 * @example amountKey(0.1 + 0.2) // 0.3
 */
export const amountKey = (value: number): number => Number(Math.abs(value).toPrecision(maxDigits))

/**
 * The number that a text is as a whole, apart from a currency, a unit and signs; null where it is more, other or scaled.
 * @example amountOfText('€ 1,234.50') // 1234.5
 */
export const amountOfText = (text: string, decimalSign: DecimalSign = null): number | null => {
  const folded = text.normalize('NFKC').trim()
  if (folded.length > 60) return null
  // Groups of thousands that are divided by blanks.
  const joined = /\d[ \u00a0\u202f]\d{3}(?!\d)/.test(folded)
    ? folded.replaceAll(/(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))/g, '')
    : folded
  const amounts = amountsIn(joined, decimalSign)
  const [amount] = amounts
  const [value] = amount?.values ?? []
  if (amount === undefined || amounts.length !== 1 || value === undefined) return null
  const beside = (joined.slice(0, amount.start) + joined.slice(amount.end)).replaceAll(
    /[\s\p{Sc}\p{So}%()+\-−–.,:'"*°]/gu,
    '',
  )
  if (!/^\p{L}{0,6}[²³23]?$/u.test(beside) || scaleOf(joined) !== 1) return null
  return amount.isNegative ? -value : value
}

/** The scales of amounts, by the beginning of their names, with their factors; abbreviations are whole words. */
const scales: readonly (readonly [name: RegExp, factor: number])[] = [
  [/^(?:tsd|tausend|thousands?|mille|mil|mila|duizend|k)$/, 1e3],
  [/^(?:mio|mill|mln|mn|millions?|millionen|miljoen|millones|millon|milhoes|milhao|milioni|milione)$/, 1e6],
  [/^(?:mrd|mld|mlrd|md|bn|bln|billions?|milliarden?|milliards?|miljard|miliardi|miliardo)$/, 1e9],
]
/** Letters that count thousands or more beside a currency, and are units elsewhere: `5 m`, `12 t`. */
const scalesOfCurrency: Readonly<Record<string, number>> = { t: 1e3, k: 1e3, m: 1e6, mm: 1e6, b: 1e9 }
const currencies = /\p{Sc}|(?:eur|usd|gbp|chf)/gu

/**
 * A word before an amount that says its currency, and perhaps its scale: `TEUR`; empty for other words.
 * @example currencyBefore('TEUR') // 'TEUR'
 */
export const currencyBefore = (word: string): string =>
  word.length <= 5 && foldText(word).search(currencies) !== -1 ? word : ''

/**
 * Returns what the amount in a text is counted in: 1, or a thousand, a million or a billion (10⁹).
 * @example scaleOf('in millions of euros') // 1000000
 */
export const scaleOf = (text: string): number => {
  const folded = foldText(text)
  const hasCurrency = folded.search(currencies) !== -1
  for (const word of folded.replaceAll(currencies, ' ').match(/\p{L}+/gu) ?? []) {
    const [, named] = scales.find(([name]) => name.test(word)) ?? []
    const factor = named ?? (hasCurrency && Object.hasOwn(scalesOfCurrency, word) ? scalesOfCurrency[word] : undefined)
    if (factor !== undefined) return factor
  }
  return 1
}
