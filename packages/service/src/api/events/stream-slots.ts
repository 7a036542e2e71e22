import { limits } from '@polyparse/contract'
import { unavailable } from '../classify-error.ts'
import { ProblemError } from '../problems.ts'

/** How long a client is asked to wait before it tries again, in seconds. */
const retryAfterSeconds = 10

/**
 * The slots for open event streams in this process. Acquiring one returns the function that releases it, to be called
 * once.
 * @throws {ProblemError} `rate_limited` at the limit of the account, `service_unavailable` at that of the process.
 */
export const createStreamSlots = (
  { account: perAccount, all }: { account: number; all: number } = limits.eventStreams,
) => {
  const acquired = new Map<string, number>()
  let total = 0
  return (accountId: string): (() => void) => {
    const own = acquired.get(accountId) ?? 0
    if (own >= perAccount)
      throw new ProblemError('rate_limited', {
        detail: `An account may follow ${perAccount} jobs at once.`,
        headers: { 'retry-after': String(retryAfterSeconds) },
      })
    if (total >= all) throw unavailable('The service cannot follow more jobs at the moment.')
    acquired.set(accountId, own + 1)
    total += 1
    return () => {
      const left = (acquired.get(accountId) ?? 1) - 1
      if (left === 0) acquired.delete(accountId)
      else acquired.set(accountId, left)
      total -= 1
    }
  }
}
