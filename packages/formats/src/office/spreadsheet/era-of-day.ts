/** The calendars that count years by eras, by the language of a format code (MS-LCID). */
const calendarsByLanguage: ReadonlyMap<number, EraCalendar> = new Map([
  [0x411, { language: 'ja', calendar: 'japanese' }],
  [0x404, { language: 'zh-TW', calendar: 'roc' }],
])

export type EraCalendar = { readonly language: string; readonly calendar: string }

/**
 * @example eraCalendarOf(0x411) // { language: 'ja', calendar: 'japanese' }
 */
export const eraCalendarOf = (language: number): EraCalendar | null => calendarsByLanguage.get(language) ?? null

const lastSerial = 2_958_465

/**
 * The name of the era, by the number of letters `g`, or by `e` the year in it, of the day that a serial number counts to.
 * @example eraOfDay('g', 45_000, { language: 'ja', calendar: 'japanese' }) // 'R'
 */
export const eraOfDay = (letters: string, serial: number, { language, calendar }: EraCalendar): string => {
  const day = new Date(Math.min(Math.max(serial, 0), lastSerial) * 86_400_000 + Date.UTC(1899, 11, 30))
  if (/e/i.test(letters)) return eraField('year', 'en', calendar, day).padStart(letters.length, '0')
  const length = letters.length === 1 ? 'narrow' : 'long'
  const name = eraField('era', language, calendar, day, length)
  return letters.length === 2 ? name.slice(0, 1) : name
}

const eraField = (
  field: 'era' | 'year',
  language: string,
  calendar: string,
  day: Date,
  era: 'narrow' | 'long' = 'long',
): string => {
  const key = `${language} ${calendar} ${era}`
  const known = eraFormats.get(key)
  const shown = known ?? new Intl.DateTimeFormat(language, { calendar, era, year: 'numeric', timeZone: 'UTC' })
  if (known === undefined) eraFormats.set(key, shown)
  return shown.formatToParts(day).find(({ type }) => type === field)?.value ?? ''
}

/** One for each language and length of the few calendars: to make one takes as long as a hundred dates. */
const eraFormats = new Map<string, Intl.DateTimeFormat>()
