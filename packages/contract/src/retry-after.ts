/** The forms of a date that RFC 9110 has and that say in which zone they are; anything else may be a date to this machine alone. */
const httpDate = /^[A-Za-z]+, .+ GMT$/

/**
 * The seconds that a `Retry-After` (RFC 9110, section 10.2.3) asks for; null without a valid one. A date is compared with
 * the `Date` of the same answer, because the clock of this machine may be wrong.
 */
export const readRetryAfter = (
  value: string | null | undefined,
  date: string | null | undefined,
  now: () => number = Date.now,
): number | null => {
  if (/^\d+$/.test(value ?? '')) return Number(value)
  const until = timeOfHttpDate(value)
  return until === null ? null : Math.max(0, until - (timeOfHttpDate(date) ?? now())) / 1000
}

const timeOfHttpDate = (text: string | null | undefined): number | null => {
  const time = httpDate.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN
  return Number.isNaN(time) ? null : time
}

/**
 * The header with which the service asks callers to wait: whole seconds, and at least one.
 * @example retryAfterHeader(0.2) // { 'retry-after': '1' }
 */
export const retryAfterHeader = (seconds: number): { readonly 'retry-after': string } => ({
  'retry-after': String(Math.max(1, Math.ceil(seconds))),
})
