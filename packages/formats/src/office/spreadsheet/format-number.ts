import { type Warning, warning } from '@polyparse/document'
import { format } from 'numfmt'
import { type CellFormat, readCellFormat } from './format-code.ts'
import { generalNumber } from './general-number.ts'

/** Shows the values of a document as their format codes say, and counts those whose code is not understood. */
export type CellFormats = {
  /**
   * A number with English names of months unless the code says a language; its plain value where the code is not understood, or
   * null, as that of a format to which a file refers but which it does not have.
   */
  readonly number: (value: number, code: string | null, since1904: boolean) => string
  readonly text: (text: string, code: string | null) => string
  readonly warnings: () => Warning[]
}

export const createCellFormats = (): CellFormats => {
  const known = new Map<string, CellFormat | null>()
  let unread = 0
  const formatOf = (code: string): CellFormat | null => {
    const found = known.get(code)
    if (found !== undefined) return found
    const read = readCellFormat(code)
    if (known.size < maxKnownFormats) known.set(code, read)
    return read
  }
  return {
    number: (value, code, since1904) => {
      if (code === 'General') return generalNumber(value)
      const cellFormat = code === null ? null : formatOf(code)
      const shown = cellFormat && formattedNumber(value, cellFormat, since1904)
      if (shown === null) unread += 1
      return shown ?? generalNumber(value)
    },
    text: (text, code) => {
      if (code === null || !code.includes('@') || code === '@') return text
      const cellFormat = formatOf(code)
      return (cellFormat && shownUnder(cellFormat.codeOf(0), text)) || text
    },
    warnings: () => (unread === 0 ? [] : [warning('number_format_unread', messageOfUnreadFormats(unread))]),
  }
}

/** Further ones are read again for each cell. */
const maxKnownFormats = 5000

const messageOfUnreadFormats = (count: number): string =>
  count === 1
    ? 'A number cannot be shown in its format; its plain value is shown.'
    : `${count} numbers cannot be shown in their formats; their plain values are shown.`

/** Days from the beginning of 1900, as Excel counts them, to that of 1904. */
const daysTo1904 = 1462

const formattedNumber = (value: number, { codeOf, hasDay, hasMixedFraction }: CellFormat, since1904: boolean) => {
  const counted = hasDay && since1904 ? value + daysTo1904 : value
  const code = codeOf(counted)
  const shown = shownUnder(code, counted)
  if (shown === null || !hasMixedFraction) return shown
  // The library shows 0.99 in quarters as `1 1/1`.
  const [, numerator, denominator] = /(\d+)\/(\d+)/.exec(shown) ?? []
  return numerator !== denominator || numerator === undefined
    ? shown
    : shownUnder(code, Math.sign(value) * Math.round(Math.abs(value)))
}

const overflow = '\uFFFF'

/** A value under a code that is understood; null where it has no such form, such as a day before 1900. */
const shownUnder = (code: string, value: number | string): string | null => {
  try {
    const shown = format(code, value, { throws: true, dateErrorThrows: true, dateSpanLarge: false, overflow })
    return shown.includes(overflow) ? null : shown.trim().replaceAll(/ {2,}/g, ' ')
  } catch {
    return null
  }
}
