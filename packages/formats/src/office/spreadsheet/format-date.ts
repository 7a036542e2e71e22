import type { FormatToken } from './format-code.ts'

const months = 'January February March April May June July August September October November December'.split(' ')
const days = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const dayMs = 86_400_000

/** A serial day as a date and time; 1900 counts as a leap year, as it does in Excel. */
const dateOfExcelSerial = (serial: number, since1904: boolean): Date => {
  const base = since1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < 60 ? 31 : 30)
  return new Date(base + Math.round(serial * 86_400) * 1000)
}

/** A serial day in a date format; null when there is no such day. */
export const formatDate = (serial: number, tokens: readonly FormatToken[], since1904: boolean): string | null => {
  const time = dateOfExcelSerial(serial, since1904)
  if (serial < 0 || Number.isNaN(time.getTime()) || time.getUTCFullYear() > 9999) return null
  const half = tokens.some((token) => token.kind === 'date' && token.text.startsWith('a'))
  return tokens
    .map((token, index) => {
      if (token.kind === 'literal') return token.text
      if (token.kind !== 'date') return ''
      const isMinute = /^m{1,2}$/.test(token.text) && standsByTime(tokens, index)
      return datePart(isMinute ? token.text.replaceAll('m', 'n') : token.text, time, serial, half)
    })
    .join('')
    .trim()
}

/** A month's letter means minutes after hours and before seconds. */
const standsByTime = (tokens: readonly FormatToken[], index: number): boolean => {
  const isDate = (token: FormatToken): token is Extract<FormatToken, { kind: 'date' }> => token.kind === 'date'
  const before = tokens.slice(0, index).findLast(isDate)
  const after = tokens.slice(index + 1).find(isDate)
  return /^\[?h/.test(before?.text ?? '') || /^\[?s/.test(after?.text ?? '')
}

const datePart = (text: string, time: Date, serial: number, half: boolean): string => {
  const pad = (value: number): string => String(value).padStart(Math.min(text.replace(/\..*/, '').length, 2), '0')
  const hours = time.getUTCHours()
  const letter = text.replaceAll(/[[\]]/g, '')[0]
  if (text.startsWith('[')) {
    const total = { h: serial * 24, m: serial * 1440, n: serial * 1440, s: serial * 86_400 }
    return String(Math.floor(Math.round((letter === 'h' ? total.h : letter === 's' ? total.s : total.m) * 1e6) / 1e6))
  }
  if (letter === 'y') return text.length <= 2 ? String(time.getUTCFullYear()).slice(-2) : String(time.getUTCFullYear())
  if (letter === 'e') return String(time.getUTCFullYear())
  if (letter === 'm') {
    const name = months[time.getUTCMonth()] ?? ''
    if (text.length === 5) return name.slice(0, 1)
    return text.length > 3 ? name : text.length === 3 ? name.slice(0, 3) : pad(time.getUTCMonth() + 1)
  }
  if (letter === 'd') {
    const name = days[time.getUTCDay()] ?? ''
    return text.length > 3 ? name : text.length === 3 ? name.slice(0, 3) : pad(time.getUTCDate())
  }
  if (letter === 'h') return pad(half ? hours % 12 || 12 : hours)
  if (letter === 'n') return pad(time.getUTCMinutes())
  if (letter === 'a') return text === 'a/p' ? (hours < 12 ? 'A' : 'P') : hours < 12 ? 'AM' : 'PM'
  const places = /\.(0+)/.exec(text)?.[1]?.length ?? 0
  const exact = ((serial * dayMs) % 60_000) / 1000
  return places === 0 ? pad(time.getUTCSeconds()) : exact.toFixed(places).padStart(3 + places, '0')
}
