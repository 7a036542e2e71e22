/** Resolves after so many milliseconds; rejects with the signal's reason when that is aborted first. */
export const pauseFor = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })

/**
 * A `Retry-After` header (RFC 9110, section 10.2.3) in seconds; null without a valid one. A date is compared with the
 * `Date` of the same answer, because the clock of this machine may be wrong.
 */
export const retryAfterOf = (headers: Headers): number | null => {
  const value = headers.get('retry-after')
  if (value === null) return null
  if (/^\d+$/.test(value)) return Number(value)
  const now = Date.parse(headers.get('date') ?? '')
  const seconds = (Date.parse(value) - (Number.isNaN(now) ? Date.now() : now)) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}
