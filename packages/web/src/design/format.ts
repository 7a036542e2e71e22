import { appLanguage, readMessages } from '../language/messages.ts'

/** The ways in which a language writes numbers and times. */
const formatsIn = (language: string) => {
  const decimal = (digits: number) =>
    new Intl.NumberFormat(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
  const dollars = (maximumFractionDigits: number) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: 2,
      maximumFractionDigits,
    })
  return {
    number: new Intl.NumberFormat(language),
    whole: decimal(0),
    tenths: decimal(1),
    hundredths: decimal(2),
    figures: new Intl.NumberFormat(language, { maximumSignificantDigits: 3 }),
    percent: new Intl.NumberFormat(language, {
      style: 'percent',
      maximumFractionDigits: 1,
      minimumFractionDigits: 1,
    }),
    wholePercent: new Intl.NumberFormat(language, { style: 'percent' }),
    time: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
    clock: new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hour12: false }),
    ago: new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' }),
    list: new Intl.ListFormat(language, { type: 'conjunction' }),
    cents: dollars(2),
    partsOfCents: dollars(4),
  }
}

type Formats = ReturnType<typeof formatsIn>

const formatsByLanguage = new Map<string, Formats>()

const formatsOfCurrentLanguage = (): Formats => {
  const language = appLanguage.current()
  const formats = formatsByLanguage.get(language) ?? formatsIn(language)
  formatsByLanguage.set(language, formats)
  return formats
}

/**
 * @example formatNumber(1840) // '1,840'
 */
export const formatNumber = (value: number): string => formatsOfCurrentLanguage().number.format(value)

/**
 * A share from 0 to 1, as `97.3%`.
 * @example formatShare(0.973) // '97.3%'
 */
export const formatShare = (share: number): string => formatsOfCurrentLanguage().percent.format(share)

/**
 * Returns how far readings agree: only 1 is `100%`.
 * @example formatAgreement(0.9999) // '99.9%'
 */
export const formatAgreement = (share: number): string =>
  share < 1 ? formatShare(Math.min(share, 0.999)) : formatsOfCurrentLanguage().wholePercent.format(share)

/**
 * `120 ms`, `4.2 s`, `73 s` or `4 min 10 s`.
 * @example formatDuration(4200) // '4.2 s'
 */
export const formatDuration = (ms: number): string => {
  const { whole, tenths } = formatsOfCurrentLanguage()
  if (ms < 1000) return `${whole.format(ms)} ms`
  if (ms < 10_000) return `${tenths.format(ms / 1000)} s`
  const seconds = Math.round(ms / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/**
 * `1 day`, `2 days` or `36 hours`.
 * @example formatDays(86_400) // '1 day'
 */
export const formatDays = (seconds: number): string => {
  const unit = seconds % 86_400 === 0 ? 'day' : 'hour'
  const count = Math.max(1, Math.round(seconds / (unit === 'day' ? 86_400 : 3600)))
  return new Intl.NumberFormat(appLanguage.current(), { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/**
 * @example formatBytes(1500) // '1.5 kB'
 */
export const formatBytes = (bytes: number): string => {
  const { whole, tenths } = formatsOfCurrentLanguage()
  if (bytes < 1000) return `${bytes} B`
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${(value < 10 ? tenths : whole).format(value)} ${unit}`
}

/**
 * US dollars: cents, and hundredths of a cent below ten of them.
 * @example formatCost(0.0125) // '$0.0125'
 */
export const formatCost = (amount: number): string => {
  const { cents, partsOfCents } = formatsOfCurrentLanguage()
  return (amount < 0.1 ? partsOfCents : cents).format(amount)
}

/**
 * An amount of money, below one with three significant digits: `1.50 USD`, `0.0125 USD`.
 * @example formatMoney(1.5) // '1.50 USD'
 */
export const formatMoney = (amount: number, currency = 'USD'): string => {
  const { hundredths, figures } = formatsOfCurrentLanguage()
  return `${(amount >= 1 ? hundredths : figures).format(amount)} ${currency}`
}

export const formatTime = (iso: string): string => formatsOfCurrentLanguage().time.format(new Date(iso))

/**
 * The time of day, as `09:00`.
 * @example formatClock('2026-01-15T09:00:00') // '09:00'
 */
export const formatClock = (iso: string): string => formatsOfCurrentLanguage().clock.format(new Date(iso))

/** `a, b and c` */
export const formatList = (names: readonly string[]): string => formatsOfCurrentLanguage().list.format(names)

const steps = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

/** `5 min. ago`; a week after, the date. */
export const formatAgo = (iso: string, now: number): string => {
  const seconds = (now - new Date(iso).getTime()) / 1000
  if (seconds < 60) return readMessages().common.justNow
  const step = steps.find((each) => seconds >= each.seconds)
  return step === undefined || seconds > 7 * 86_400
    ? formatTime(iso)
    : formatsOfCurrentLanguage().ago.format(-Math.floor(seconds / step.seconds), step.unit)
}

/** Tesseract's names of the ways of writing Chinese. */
const chineseScripts: Readonly<Record<string, string>> = { chi_sim: 'zh-Hans', chi_tra: 'zh-Hant' }

/**
 * A language by its name, as “German” for `de`, `deu` or, with its script, `srp_latn`; null where the browser knows none.
 * @example languageName('deu') // 'German'
 */
export const languageName = (code: string): string | null => {
  try {
    const names = new Intl.DisplayNames(appLanguage.current(), { type: 'language', fallback: 'none' })
    return names.of(chineseScripts[code] ?? code.replace('_', '-')) ?? null
  } catch {
    // It has not the form of a code.
    return null
  }
}

/**
 * Pages in ascending order as a user would type them: `1-3, 7`.
 * @example pagesInShort([1, 2, 3, 7]) // '1-3, 7'
 */
export const pagesInShort = (pages: readonly number[]): string => {
  const runs: { readonly first: number; last: number }[] = []
  for (const page of pages) {
    const run = runs.at(-1)
    if (run !== undefined && page === run.last + 1) run.last = page
    else runs.push({ first: page, last: page })
  }
  return runs.map(({ first, last }) => (first === last ? String(first) : `${first}-${last}`)).join(', ')
}
