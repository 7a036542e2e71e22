import { readFormatCode, type Section, type FormatToken } from './format-code.ts'
import { formatDate } from './format-date.ts'

/**
 * A number as a spreadsheet shows it under a format code, with English names of months and days and a decimal point.
 */
export const formatCellNumber = (value: number, code: string, since1904: boolean): string => {
  const sections = remembered(code)
  const { section, absolute } = sectionFor(value, sections)
  if (section === undefined) return generalNumber(value)
  if (section.isDate) return formatDate(value, section.tokens, since1904) ?? generalNumber(value)
  return numberInSection(absolute ? Math.abs(value) : value, section.tokens)
}

const sectionsByFormatCode = new Map<string, Section[]>()
const maxKnown = 1000

const remembered = (code: string): Section[] => {
  const sections = sectionsByFormatCode.get(code) ?? readFormatCode(code)
  if (sectionsByFormatCode.size > maxKnown) sectionsByFormatCode.clear()
  sectionsByFormatCode.set(code, sections)
  return sections
}

/** Sections are for positive, negative, zero and text. A section for negative numbers has its own sign. */
const sectionFor = (value: number, sections: readonly Section[]): { section?: Section; absolute: boolean } => {
  const conditional = sections.find(({ condition }) => condition?.(value) === true)
  if (conditional !== undefined) return { section: conditional, absolute: false }
  const [first, second, third] = sections.filter(({ condition }) => condition === null)
  if (value < 0 && second !== undefined) return { section: second, absolute: true }
  if (value === 0 && third !== undefined) return { section: third, absolute: false }
  return first === undefined ? { absolute: false } : { section: first, absolute: false }
}

const numberInSection = (value: number, tokens: readonly FormatToken[]): string => {
  const percents = tokens.filter(({ kind }) => kind === 'percent').length
  const scaled = value * 100 ** percents
  let shown = false
  const text = tokens
    .map((token) => {
      if (token.kind === 'literal') return token.text
      if (token.kind === 'percent') return '%'
      if (token.kind === 'text' || token.kind === 'general') {
        shown = true
        return generalNumber(value)
      }
      if (token.kind !== 'digits' || shown) return ''
      shown = true
      return digits(Math.abs(scaled), token.text)
    })
    .join('')
    .trim()
  const isNegative = scaled < 0 && shown && !text.includes('-') && /[1-9]/.test(text)
  return isNegative ? `-${text}` : text
}

const digits = (value: number, pattern: string): string => {
  if (/e/i.test(pattern)) return scientific(value, pattern)
  if (pattern.includes('/')) return fraction(value, pattern)
  const thousands = /,+(?=\.|$)/.exec(pattern)?.[0].length ?? 0
  const scaled = value / 1000 ** thousands
  const [wholePattern = '', fractionPattern = ''] = pattern.replaceAll(/,/g, '').split('.')
  const max = Math.min(fractionPattern.length, 20)
  const least = fractionPattern.replaceAll(/[^0]/g, '').length
  const [whole = '', rest = ''] = fixed(scaled, max).split('.')
  const kept = rest.slice(0, least) + rest.slice(least).replace(/0+$/, '')
  const leading = wholePattern.replaceAll(/[^0]/g, '').length
  const padded = (whole === '0' && leading === 0 ? '' : whole).padStart(leading, '0')
  const grouped = /[0#?],[0#?]/.test(pattern) ? padded.replaceAll(/\B(?=(?:\d{3})+$)/g, ',') : padded
  return kept === '' ? grouped : `${grouped}.${kept}`
}

/** Rounded by the decimal digits of the number, not by its binary value. */
const fixed = (value: number, places: number): string => {
  const [mantissa = '0', exponent = '0'] = value.toExponential(14).split('e')
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + places}`))
  if (shifted >= 1e15) return value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: places })
  return Number(`${shifted}e-${places}`).toFixed(places)
}

const scientific = (value: number, pattern: string): string => {
  const places = /\.([0#?]+)/.exec(pattern)?.[1]?.length ?? 0
  const width = /0+$/.exec(pattern)?.[0].length ?? 1
  const [mantissa = '', exponent = '0'] = value.toExponential(Math.min(places, 20)).split('e')
  const sign = exponent.startsWith('-') ? '-' : /e\+/i.test(pattern) ? '+' : ''
  return `${mantissa}E${sign}${exponent.replace(/^[+-]/, '').padStart(width, '0')}`
}

/** The nearest fraction whose denominator has as many digits as the format has places for. */
const fraction = (value: number, pattern: string): string => {
  const [, denominator = '?'] = pattern.split('/').map((part) => part.trim())
  const given = Number(denominator)
  const max = Number.isNaN(given) ? 10 ** Math.min(denominator.length, 3) - 1 : given
  const whole = Math.floor(value)
  const part = value - whole
  let best = { numerator: 0, denominator: 1, error: part }
  for (let candidate = Number.isNaN(given) ? 1 : max; candidate <= max; candidate += 1) {
    const numerator = Math.round(part * candidate)
    const error = Math.abs(part - numerator / candidate)
    if (error < best.error - 1e-12) best = { numerator, denominator: candidate, error }
  }
  if (best.numerator === 0) return String(whole)
  return `${whole === 0 ? '' : `${whole} `}${best.numerator}/${best.denominator}`
}

/**
 * A number without a format: integers as they are, others with eleven digits, very large and small ones with an
 * exponent.
 */
export const generalNumber = (value: number): string => {
  const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(11))
  const size = Math.abs(rounded)
  if (size !== 0 && (size >= 1e15 || size < 1e-9)) return rounded.toExponential().toUpperCase()
  const text = String(rounded)
  return text.includes('e') ? rounded.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }) : text
}
