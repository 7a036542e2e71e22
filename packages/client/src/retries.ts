import { ConnectionError, ProblemError } from './errors.ts'

/** The pauses before the second attempt, the third and so on, in milliseconds. */
const pausesMs = [500, 1000, 2000, 5000, 10_000, 20_000]
/** The longest pause, in seconds. A caller who is asked to wait longer gets the error instead. */
const maxRetryPauseSeconds = 60
/** Pauses are longer by up to this share, at random, so that many clients do not return all at once. */
const jitter = 0.25

/**
 * The number of times that a request is sent again where no connection can be made and the service has never answered:
 * the address is wrong, or the service was not started.
 */
export const unconnectedRetries = 2

/** The statuses of problems that say that the service did not accept the request. */
const refusals: ReadonlySet<number> = new Set([429, 503])

export const mayRepeat = (error: Error, isRepeatable: boolean): boolean =>
  error instanceof ProblemError
    ? refusals.has(error.status) || (isRepeatable && error.status === 408)
    : isRepeatable && error instanceof ConnectionError

/** The seconds to wait; null when that is longer than callers wait. */
export const pauseBefore = (error: Error, retry: number): number | null => {
  const own = (pausesMs[Math.min(retry, pausesMs.length - 1)] ?? 0) / 1000
  const asked = error instanceof ProblemError || error instanceof ConnectionError ? (error.retryAfterSeconds ?? 0) : 0
  return asked > maxRetryPauseSeconds ? null : Math.max(own, asked) * (1 + Math.random() * jitter)
}

/**
 * The codes with which Node, Deno on Node's interfaces, and Bun report that no connection was made; browsers do not.
 */
const unconnected: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ConnectionRefused',
])

/** Tells whether no connection was made at all, by what `fetch` rejects with. */
export const isUnconnected = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && unconnected.has(error.code)) || isUnconnected(error.cause))
