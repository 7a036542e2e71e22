import type { Block, NumberStyle } from '@polyparse/document'
import { formatListNumber, numerals } from './list-number.ts'

/** The code of each style in `formatListNumber`. */
const styleFormats: Readonly<Record<NumberStyle, string>> = {
  decimal: '1',
  lower_letter: 'a',
  upper_letter: 'A',
  lower_roman: 'i',
  upper_roman: 'I',
}

/** The marker and the number of an item of an ordered list, as HTML sets them. */
export const numberedItem = (value: number, style: NumberStyle): Pick<Block, 'marker' | 'numbering'> => ({
  marker: `${formatListNumber(value, styleFormats[style])}.`,
  ...(value >= 0 && { numbering: { style, value } }),
})

const enumerators: readonly (readonly [style: NumberStyle, pattern: RegExp])[] = [
  ['decimal', /^\d{1,9}$/],
  ['lower_letter', /^[a-z]$/],
  ['upper_letter', /^[A-Z]$/],
  ['lower_roman', /^[ivxlcdm]{1,15}$/],
  ['upper_roman', /^[IVXLCDM]{1,15}$/],
]

/**
 * The number that a printed marker, such as `(c)` or `iv.`, means, and its style: that of the item before it where
 * it can be; an “i” that begins a list is a Roman number. Undefined where it is none.
 */
export const itemNumber = (marker: string, before: NumberStyle | undefined): Block['numbering'] => {
  const sign = marker.replace(/^\(/, '').replace(/[.)]$/, '')
  const possible = enumerators.filter(([, pattern]) => pattern.test(sign)).map(([style]) => style)
  const preferred = before ?? (sign === 'i' ? 'lower_roman' : sign === 'I' ? 'upper_roman' : undefined)
  const style = possible.find((one) => one === preferred) ?? possible[0]
  if (style === undefined) return undefined
  const value = valueOfItemNumber(sign, style)
  // Written otherwise it is a word, such as “mix”.
  return formatListNumber(value, styleFormats[style]) === sign.replace(/^0+(?=\d)/, '') ? { style, value } : undefined
}

const valueOfItemNumber = (sign: string, style: NumberStyle): number => {
  if (style === 'decimal') return Number(sign)
  const lower = sign.toLowerCase()
  if (style.endsWith('letter')) return lower.charCodeAt(0) - 96
  let at = 0
  return numerals.reduce((sum, [size, numeral]) => {
    let value = sum
    while (lower.startsWith(numeral, at)) {
      value += size
      at += numeral.length
    }
    return value
  }, 0)
}
