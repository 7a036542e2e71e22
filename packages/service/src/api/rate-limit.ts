import type { onRequestAsyncHookHandler } from 'fastify'
import type { Clock } from '../lib/clock.ts'
import { callerOf } from './authenticate.ts'
import { ProblemError } from './problems.ts'

const windowSeconds = 60

/** No more keys than this are tracked at once. */
const maxKeys = 100_000

/**
 * Refuses requests beyond the quota of a key, and states in every answer what is left of it, in the header fields of
 * draft-ietf-httpapi-ratelimit-headers. A window begins with the first request after the last one is over.
 */
export const limitRate = (quota: number, clock: Clock): onRequestAsyncHookHandler => {
  const windows = new Map<string, { readonly endsAt: number; used: number }>()
  const policy = `"key";q=${quota};w=${windowSeconds}`

  const windowOf = (keyId: string, now: number) => {
    const current = windows.get(keyId)
    if (current !== undefined && now < current.endsAt) return current
    if (windows.size >= maxKeys) windows.clear()
    const next = { endsAt: now + windowSeconds * 1000, used: 0 }
    windows.set(keyId, next)
    return next
  }

  return async (request, reply) => {
    const now = clock().getTime()
    const window = windowOf(callerOf(request).keyId, now)
    window.used += 1
    const seconds = Math.ceil((window.endsAt - now) / 1000)
    reply.header('ratelimit-policy', policy)
    reply.header('ratelimit', `"key";r=${Math.max(0, quota - window.used)};t=${seconds}`)
    if (window.used <= quota) return
    const detail = `This key may send ${quota} requests in ${windowSeconds} seconds.`
    throw new ProblemError('rate_limited', { detail, headers: { 'retry-after': String(seconds) } })
  }
}
