import type { onRequestAsyncHookHandler } from 'fastify'
import type { Clock } from '../lib/clock.ts'
import { callerOf } from './authenticate.ts'
import { RequestProblem } from './problems.ts'

const windowSeconds = 60

/** No more keys than this are tracked at once. */
const maxKeys = 100_000

/**
 * Refuses requests beyond the quota of a key, its own or else that of all keys, and states the rest of it in every
 * answer, in the header fields of draft-ietf-httpapi-ratelimit-headers. A window begins with the first request after the
 * last one is over. With null, keys without a quota of their own are not counted.
 */
export const limitRate = (quotaOfAll: number | null, clock: Clock): onRequestAsyncHookHandler => {
  const use = createWindows(clock)
  return async (request, reply) => {
    const { keyId, requestsPerMinute } = callerOf(request)
    const quota = requestsPerMinute ?? quotaOfAll
    if (quota === null) return
    const { used, secondsLeft } = use(keyId)
    reply.header('ratelimit-policy', `"key";q=${quota};w=${windowSeconds}`)
    reply.header('ratelimit', `"key";r=${Math.max(0, quota - used)};t=${secondsLeft}`)
    if (used <= quota) return
    const detail = `This key may send ${quota} requests in ${windowSeconds} seconds.`
    throw new RequestProblem('rate_limited', { detail, retryAfterSeconds: secondsLeft })
  }
}

/**
 * Counts each use by a key, account or address, and refuses one too many in a minute with the sentence.
 */
export const limitUses = (perMinute: number, detail: string, clock: Clock): ((id: string) => void) => {
  const use = createWindows(clock)
  return (id) => {
    const { used, secondsLeft } = use(id)
    if (used > perMinute) throw new RequestProblem('rate_limited', { detail, retryAfterSeconds: secondsLeft })
  }
}

/** Counts a use by a key or account. `used` includes it, and the window is over in `secondsLeft`. */
const createWindows = (clock: Clock): ((id: string) => { used: number; secondsLeft: number }) => {
  const windowMs = windowSeconds * 1000
  const windows = new Map<string, { readonly endsAt: number; used: number }>()

  const windowOf = (id: string, now: number) => {
    const current = windows.get(id)
    // A window begins in the future only if the clock has gone back.
    if (current !== undefined && now < current.endsAt && current.endsAt - now <= windowMs) return current
    if (windows.size >= maxKeys) windows.clear()
    const next = { endsAt: now + windowMs, used: 0 }
    windows.set(id, next)
    return next
  }

  return (id) => {
    const now = clock().getTime()
    const window = windowOf(id, now)
    window.used += 1
    return { used: window.used, secondsLeft: Math.ceil((window.endsAt - now) / 1000) }
  }
}
