import { format, type Token, tokenize } from 'numfmt'
import { type EraCalendar, eraCalendarOf, eraOfDay } from './era-of-day.ts'
import { generalNumber } from './general-number.ts'

/** A format code that is understood (ISO/IEC 29500-1, 18.8.31). */
export type CellFormat = {
  /** The code for the library, in which what depends on the value and is not in its power is said in quotes. */
  readonly codeOf: (value: number) => string
  /** True if it shows a number of days as the day that it counts to. */
  readonly hasDay: boolean
  /** True if it shows a whole number before a fraction. */
  readonly hasMixedFraction: boolean
}

/** Excel allows 255 characters, LibreOffice and others more. */
const maxFormatCodeLength = 1000

/** Returns what a format code says; null where it is not understood. */
export const readCellFormat = (source: string): CellFormat | null => {
  if (source.length > maxFormatCodeLength) return null
  const sections = sectionsOfTokens(tokenize(withoutUnknownBrackets(source)))
  const read = sections.map(readFormatSection)
  const codeOf = (value: number): string => read.map((section) => section(value)).join(';')
  try {
    format(codeOf(1), 1, { throws: true })
  } catch {
    return null
  }
  return {
    codeOf,
    hasDay: sections.some((tokens) => tokens.some(isDayToken)),
    hasMixedFraction: sections.some((tokens) => /[#0?]\s+[#0?]+\s*\//.test(codeOfTokens(tokens))),
  }
}

/** Colours, in any language, and conditions of other programs do not change the text. */
const withoutUnknownBrackets = (code: string): string =>
  code.replaceAll(/"[^"]*"?|[\\_*].|\[([^\]]*)\]/gs, (part, inside: string | undefined) =>
    inside === undefined || /^(?:\$|[<>=]|[hms]+$|dbnum\d)/i.test(inside) ? part : '',
  )

const sectionsOfTokens = (tokens: readonly Token[]): readonly Token[][] => {
  const sections: Token[][] = [[]]
  for (const token of tokens)
    if (token.type === 'BREAK') sections.push([])
    else sections.at(-1)?.push(token)
  return sections
}

const codeOfTokens = (tokens: readonly Token[]): string => tokens.map(({ raw }) => raw).join('')

const isDayToken = ({ type, raw }: Token): boolean => type === 'DATETIME' && /^(?:[ydebg]|mmm)/i.test(raw)

/** Returns how a section is said for a value. */
const readFormatSection = (tokens: readonly Token[]): ((value: number) => string) => {
  const isDate = tokens.some(({ type }) => type === 'DATETIME' || type === 'DURATION' || type === 'AMPM')
  const [calendar, said] = isDate ? inCalendar(tokens) : [null, tokens.map(withoutLocale)]
  const fixed = codeOfTokens(said)
  if (!said.some(({ type, raw }) => type === 'GENERAL' || (calendar !== null && isEraToken(raw)))) return () => fixed
  return (value) =>
    said
      .map(({ type, raw }) => {
        if (type === 'GENERAL') return `"${generalNumber(Math.abs(value))}"`
        return calendar !== null && type === 'DATETIME' && isEraToken(raw) ? `"${eraOfDay(raw, value, calendar)}"` : raw
      })
      .join('')
}

/** Separators are those of English in all documents; a currency is shown, and a language is for the names in dates. */
const withoutLocale = (token: Token): Token => {
  if (token.type !== 'LOCALE') return token
  const [currency = ''] = /^[^-]*/.exec(token.value) ?? []
  return { ...token, raw: currency === '' ? '' : `"${currency}"` }
}

const isEraToken = (raw: string): boolean => /^[ge]+$/i.test(raw)

/** The calendar of a section that counts years by eras, and the section; Buddhist years have a letter of their own. */
const inCalendar = (tokens: readonly Token[]): [calendar: EraCalendar | null, tokens: readonly Token[]] => {
  const locale = tokens.find(({ type }) => type === 'LOCALE')
  const [, code = ''] = /-([\da-f]+)$/i.exec(locale?.value ?? '') ?? []
  const number = Number.parseInt(code, 16) || 0
  const calendar = (number >>> 16) & 0xff
  const language = number & 0xffff
  if (calendar === buddhistCalendar)
    return [
      null,
      tokens.map((token) =>
        token.type === 'DATETIME' && /^y/i.test(token.raw)
          ? { ...token, raw: token.raw.length > 2 ? 'bbbb' : 'bb' }
          : token,
      ),
    ]
  return [eraCalendarOf(language), tokens]
}

/** The number of the calendar in the locale of a format code (LibreOffice, `SvNumberformat::LocaleType`). */
const buddhistCalendar = 7
