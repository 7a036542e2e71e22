/**
 * A share from 0 to 1 as `97.3 %`, rounded to a tenth. Only 1 is `100 %`.
 * @example percent(0.9731) // '97.3 %'
 */
export const percent = (share: number): string => {
  const tenths = Math.round(share * 1000)
  if (tenths >= 1000) return share >= 1 ? '100 %' : '99.9 %'
  return `${(tenths / 10).toFixed(1)} %`
}

/**
 * An amount of money, below one with three significant digits: `1.50 USD`, `0.0125 USD`.
 * @example money(0.0125) // '0.0125 USD'
 */
export const money = (amount: number, currency = 'USD'): string => {
  const digits = amount >= 1 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 3 }
  return `${amount.toLocaleString('en-US', digits)} ${currency}`
}

/**
 * A time in milliseconds as `120 ms`, `4.2 s`, `73 s` or `4 min 10 s`.
 * @example durationText(73_400) // '73 s'
 */
export const durationText = (milliseconds: number): string => {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`
  if (milliseconds < 10_000) return `${(milliseconds / 1000).toFixed(1)} s`
  const seconds = Math.round(milliseconds / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/**
 * A count with its noun: `1 page`, `1,200 pages`. `several` is the plural where it does not end in `s`.
 *
 * @example many(2, 'entry', 'entries') // '2 entries'
 */
export const many = (count: number, one: string, several = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : several}`

/**
 * A count with a comma between thousands, in any locale: `1,200`.
 * @example grouped(1200) // '1,200'
 */
export const grouped = (count: number): string => count.toLocaleString('en-US')

/**
 * Names as `a, b and c`, `a and b` or `a`; '' of none.
 * @example enumeration(['a', 'b', 'c']) // 'a, b and c'
 */
export const enumeration = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/**
 * The arithmetic mean; null of no figures.
 * @example mean([1, 2, 6]) // 3
 */
export const mean = (figures: readonly number[]): number | null =>
  figures.length === 0 ? null : figures.reduce((sum, figure) => sum + figure, 0) / figures.length
