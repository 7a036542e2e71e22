import { limits } from '@polyparse/contract'
import { unavailable } from '../classify-error.ts'
import { ProblemError } from '../problems.ts'

/** When to ask again for a place, in seconds. */
const retryAfterSeconds = 10

/**
 * The places for open streams of this process. Resolves to the way to give one back, to be called once.
 * @throws {ProblemError} `rate_limited` when the account has as many as it may, `service_unavailable` when all are taken.
 */
export const createPlaces = ({ account: perAccount, all }: { account: number; all: number } = limits.eventStreams) => {
  const taken = new Map<string, number>()
  let total = 0
  return (accountId: string): (() => void) => {
    const own = taken.get(accountId) ?? 0
    if (own >= perAccount)
      throw new ProblemError('rate_limited', {
        detail: `An account may follow ${perAccount} jobs at once.`,
        headers: { 'retry-after': String(retryAfterSeconds) },
      })
    if (total >= all) throw unavailable('As many jobs are followed as the service can.')
    taken.set(accountId, own + 1)
    total += 1
    return () => {
      const left = (taken.get(accountId) ?? 1) - 1
      if (left === 0) taken.delete(accountId)
      else taken.set(accountId, left)
      total -= 1
    }
  }
}
