/** Resolves after so many milliseconds; rejects with the signal's reason when that is aborted first. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  const timer = setTimeout(resolve, milliseconds)
  return promise.finally(() => {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
  })
}

/** A `Retry-After` header (RFC 9110, section 10.2.3), seconds or a date, as milliseconds from now; 0 without one. */
export const retryAfterMs = (header: string | null): number => {
  if (header === null) return 0
  if (/^\d+$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? 0 : Math.max(0, at - Date.now())
}
