import { foldText, type Token, tokensOfFolded } from './fold.ts'

/** The languages in which names of months are known. */
const languagesOfMonths = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'he', 'sv', 'da', 'pl', 'ru', 'tr'] as const

const namesOfMonths = (): ReadonlyMap<string, number> => {
  const names = new Map<string, number>()
  for (const language of languagesOfMonths)
    for (const style of ['long', 'short'] as const) {
      // The month as it is in a date with a day, where that differs.
      for (const options of [{ month: style }, { month: style, day: 'numeric' }] as const) {
        const format = new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' })
        for (let month = 0; month < 12; month += 1) {
          const part = format.formatToParts(Date.UTC(2000, month, 1)).find(({ type }) => type === 'month')
          const name = foldText(part?.value ?? '').replaceAll(/[^\p{L}]/gu, '')
          if (name.length > 2 && !names.has(name)) names.set(name, month + 1)
        }
      }
    }
  names.set('sept', 9)
  return names
}

let months: ReadonlyMap<string, number> | undefined

/** The number of a month by its folded name or its abbreviation; undefined for other words. */
const monthNamed = (token: string): number | undefined => {
  months ??= namesOfMonths()
  return months.get(token)
}

/** A date as it is printed, and the days that it may mean as `YYYY-MM-DD`, the likelier first. */
export type PrintedDate = { readonly days: readonly string[]; readonly first: number; readonly last: number }

const pad = (value: number): string => String(value).padStart(2, '0')

const isoDay = (year: number, month: number, day: number): string[] => {
  if (month < 1 || month > 12 || day < 1 || year < 1000 || year > 2999) return []
  return day > new Date(Date.UTC(year, month, 0)).getUTCDate() ? [] : [`${year}-${pad(month)}-${pad(day)}`]
}

/** Two digits of a year from here on are of the last century. */
const firstYearOfLastCentury = 70

const yearOf = (digits: string): number => {
  const year = Number(digits)
  if (digits.length !== 2) return year
  return year < firstYearOfLastCentury ? 2000 + year : 1900 + year
}

const isYear = (token: string): boolean => /^(?:1[5-9]|2[01])\d\d$/.test(token)
const isShortYear = (token: string): boolean => /^\d\d$/.test(token)
const dayIn = (token: string): number => {
  const [, digits] = /^(\d{1,2})(?:st|nd|rd|th|er|o|a)?$/.exec(token) ?? []
  return digits === undefined ? 0 : Number(digits)
}
const isParticle = (token: string): boolean => /^(?:de|del|of|den|the|di|van)$/.test(token)

/**
 * The dates among tokens. `gap` tells what is between two neighbours, null where a date cannot go on.
 */
export const datesAmong = (
  tokens: readonly Pick<Token, 'text'>[],
  gap: (index: number) => string | null,
): PrintedDate[] => {
  const dates: PrintedDate[] = []
  const textAt = (index: number): string => tokens[index]?.text ?? ''
  const separator = /^\s*[./\-–]\s*$/
  for (let index = 0; index < tokens.length; index += 1) {
    const text = textAt(index)
    const month = monthNamed(text)
    if (month !== undefined) {
      dates.push(...datesAroundMonth(index, month, textAt, gap))
      continue
    }
    if (/^(?:\d{8}|\d{14})$/.test(text)) {
      const days = isoDay(Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6, 8)))
      if (days.length > 0) dates.push({ days, first: index, last: index })
    } else if (/^\d{6}$/.test(text)) {
      const days = isoDay(yearOf(text.slice(0, 2)), Number(text.slice(2, 4)), Number(text.slice(4, 6)))
      if (days.length > 0) dates.push({ days, first: index, last: index })
    } else if (/^\d{1,2}\p{L}{3,9}\d{2,4}$/u.test(text)) {
      const [, day = '', name = '', year = ''] = /^(\d{1,2})(\p{L}+)(\d{2}|\d{4})$/u.exec(text) ?? []
      const days = isoDay(yearOf(year), monthNamed(name) ?? 0, Number(day))
      if (days.length > 0) dates.push({ days, first: index, last: index })
    }
    if (!/^\d{1,4}$/.test(text) || !separator.test(gap(index) ?? '') || !separator.test(gap(index + 1) ?? '')) continue
    const [second, third] = [textAt(index + 1), textAt(index + 2).replace(/t\d.*$/, '')]
    const days = daysOfThree(text, second, third)
    if (days.length > 0) dates.push({ days, first: index, last: index + 2 })
  }
  return dates
}

const daysOfThree = (first: string, second: string, third: string): string[] => {
  if (!/^\d{1,4}$/.test(second) || !/^\d{1,4}$/.test(third)) return []
  if (first.length === 4) return isoDay(Number(first), Number(second), Number(third))
  if (first.length > 2 || second.length > 2 || (third.length !== 2 && third.length !== 4)) return []
  const year = yearOf(third)
  const days = [...isoDay(year, Number(second), Number(first)), ...isoDay(year, Number(first), Number(second))]
  if (third.length === 2) days.push(...isoDay(yearOf(first), Number(second), Number(third)))
  return [...new Set(days)]
}

const datesAroundMonth = (
  index: number,
  month: number,
  textAt: (index: number) => string,
  gap: (index: number) => string | null,
): PrintedDate[] => {
  let before = index - 1
  if (isParticle(textAt(before))) before -= 1
  let after = index + 1
  if (isParticle(textAt(after))) after += 1
  const reaches = (from: number, to: number): boolean => {
    for (let at = from; at < to; at += 1) if (gap(at) === null) return false
    return true
  }
  const dayBefore = dayIn(textAt(before))
  const next = textAt(after)
  if (dayBefore > 0 && (isYear(next) || isShortYear(next)) && reaches(before, after))
    return isoDay(yearOf(next), month, dayBefore).map((day) => ({ days: [day], first: before, last: after }))
  const dayAfter = dayIn(next)
  let year = after + 1
  if (isParticle(textAt(year))) year += 1
  if (dayAfter > 0 && isYear(textAt(year)) && reaches(index, year))
    return isoDay(yearOf(textAt(year)), month, dayAfter).map((day) => ({ days: [day], first: index, last: year }))
  return []
}

/**
 * All that a text may mean as a date, where it is one as a whole.
 * @example daysOfText('12 March 2024') // ['2024-03-12']
 */
export const daysOfText = (text: string): readonly string[] => {
  if (text.length > 60) return []
  const folded = foldText(text)
  const tokens = tokensOfFolded(folded)
  const dates = datesAmong(tokens, (index) => {
    const [one, other] = [tokens[index], tokens[index + 1]]
    return one === undefined || other === undefined ? null : folded.slice(one.end, other.start)
  })
  const [date] = dates
  return dates.length === 1 && date !== undefined && date.last - date.first + 2 >= tokens.length ? date.days : []
}

/**
 * Tells whether the dates of a text have the day first: null where none tells.
 * @example dayFirstOf(['25/12/2024']) // true
 */
export const dayFirstOf = (texts: Iterable<string>): boolean | null => {
  let [first, second] = [0, 0]
  for (const text of texts) {
    const [, one = '', other = ''] = /(?:^|\D)(\d{1,2})[./-](\d{1,2})[./-](?:\d{4}|\d{2})(?!\d)/.exec(text) ?? []
    if (Number(one) > 12 && Number(other) <= 12) first += 1
    if (Number(other) > 12 && Number(one) <= 12) second += 1
    // Points divide dates only where the day is first.
    if (/(?:^|\D)\d{1,2}\.\d{1,2}\.\d{4}(?!\d)/.test(text)) first += 1
  }
  if (first > 0 && second === 0) return true
  return second > 0 && first === 0 ? false : null
}
