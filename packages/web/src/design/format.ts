const number = new Intl.NumberFormat('en')
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1, minimumFractionDigits: 1 })
const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })
const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'narrow' })

export const formatNumber = (value: number): string => number.format(value)

/** A share from 0 to 1, as `97.3%`. */
export const formatShare = (share: number): string => percent.format(share)

/** `1 page`, `3 pages`. */
export const many = (count: number, what: string): string => `${number.format(count)} ${what}${count === 1 ? '' : 's'}`

export const formatDuration = (ms: number): string => {
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`
}

export const formatBytes = (bytes: number): string => {
  if (bytes < 1000) return `${bytes} B`
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB']
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`
}

const dollars = [2, 4].map(
  (maximumFractionDigits) =>
    new Intl.NumberFormat('en', {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: 2,
      maximumFractionDigits,
    }),
)

/** US dollars: cents, and hundredths of a cent below ten of them. */
export const formatCost = (amount: number): string => dollars[amount < 0.1 ? 1 : 0]?.format(amount) ?? ''

export const formatTime = (iso: string): string => time.format(new Date(iso))

const steps = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const

/** `5 min. ago`; a day after, the date. */
export const formatAgo = (iso: string, now: number): string => {
  const seconds = (now - new Date(iso).getTime()) / 1000
  if (seconds < 60) return 'just now'
  const step = steps.find((each) => seconds >= each.seconds)
  return step === undefined || seconds > 7 * 86_400
    ? formatTime(iso)
    : ago.format(-Math.floor(seconds / step.seconds), step.unit)
}
