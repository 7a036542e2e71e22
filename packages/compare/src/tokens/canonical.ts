import { firstOf, itemAt, lastOf } from '@polyparse/document/items'

const joinDecimalParts = (whole: string, fraction: string): string => {
  let end = fraction.length
  while (fraction[end - 1] === '0') end -= 1
  const kept = fraction.slice(0, end)
  return kept === '' ? whole : `${whole}.${kept}`
}

/**
 * One spelling for a printed number: no thousands separators, a decimal point, no trailing zeros, a plain minus sign.
 * `1,234.50` and `1 234,5` are both `1234.5`. What only looks like a number (`2.1.3`, `14:30`) is kept.
 *
 * A single comma before three digits separates thousands. A single point is ambiguous, so `1.500` is kept as it is and
 * equals neither `1500` nor `1.5`.
 * @example canonicalNumber('1 234,50') // '1234.5'
 */
export const canonicalNumber = (printed: string): string => {
  const sign = /^[-−–‒]/.test(printed) ? '-' : ''
  const digits = printed.replaceAll(/^[-−–‒+]\s*|['’\s]/g, '')
  const separators = digits.replaceAll(/[^.,]/g, '')
  const parts = digits.split(/[.,]/)
  if (digits.includes(':')) return sign + digits
  const first = firstOf(parts)
  const isGrouped = (groups: readonly string[]): boolean =>
    /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => group.length === 3)
  if (separators === '') return sign + digits
  if (/^(?:,+|\.{2,})$/.test(separators) && isGrouped(parts.slice(1))) return sign + parts.join('')
  if (separators === '.' && isGrouped(parts.slice(1))) return sign + digits
  if (separators.length === 1) return sign + joinDecimalParts(first, itemAt(parts, 1))
  if (/^(?:,+\.|\.+,)$/.test(separators) && isGrouped(parts.slice(1, -1)))
    return sign + joinDecimalParts(parts.slice(0, -1).join(''), lastOf(parts))
  return sign + digits
}

/** The names of the months in English, German, French, Spanish, Italian, Portuguese and Dutch, in lower case. */
const months: readonly (readonly string[])[] = [
  ['january', 'jan', 'januar', 'jänner', 'janvier', 'enero', 'gennaio', 'janeiro', 'januari'],
  ['february', 'feb', 'februar', 'février', 'febrero', 'febbraio', 'fevereiro', 'februari'],
  ['march', 'mar', 'märz', 'mrz', 'mars', 'marzo', 'março', 'maart'],
  ['april', 'apr', 'avril', 'abril', 'aprile'],
  ['may', 'mai', 'mayo', 'maggio', 'maio', 'mei'],
  ['june', 'jun', 'juni', 'juin', 'junio', 'giugno', 'junho'],
  ['july', 'jul', 'juli', 'juillet', 'julio', 'luglio', 'julho'],
  ['august', 'aug', 'août', 'agosto', 'augustus'],
  ['september', 'sep', 'sept', 'septembre', 'septiembre', 'settembre', 'setembro'],
  ['october', 'oct', 'oktober', 'okt', 'octobre', 'octubre', 'ottobre', 'outubro'],
  ['november', 'nov', 'novembre', 'noviembre', 'novembro'],
  ['december', 'dec', 'dezember', 'dez', 'décembre', 'diciembre', 'dicembre', 'dezembro'],
]

const monthNumbers = new Map(months.flatMap((names, index) => names.map((name) => [name, index + 1])))

/**
 * The number of a month by its name in lower case, from 1; undefined for any other word.
 * @example monthOf('march') // 3
 */
export const monthOf = (word: string): number | undefined => monthNumbers.get(word)

const pad = (value: number): string => String(value).padStart(2, '0')

/**
 * `2024-03-12`
 * @example isoDate(2024, 3, 12) // '2024-03-12'
 */
export const isoDate = (year: number, month: number, day: number): string => `${year}-${pad(month)}-${pad(day)}`

/**
 * The date that three printed numbers mean, as ISO 8601 unless day and month are ambiguous.
 * @example canonicalDate('12/31/2024') // '2024-12-31'
 */
export const canonicalDate = (printed: string): string => {
  const [first = 0, second = 0, third = 0] = (printed.match(/\d+/g) ?? []).map(Number)
  if (first > 31) return isoDate(first, second, third)
  if (printed.includes('.') || (first > 12 && second <= 12)) return isoDate(third, second, first)
  if (second > 12) return isoDate(third, first, second)
  return `${first}/${second}/${third}`
}
