import { unavailable } from './classify-error.ts'
import { RequestProblem } from './problems.ts'

/** How long a refused client should wait before it tries again, in seconds. */
const slotRetryAfterSeconds = 10

/** How many slots there are, and the sentences that refuse a client beyond them. */
export type SlotLimits = {
  readonly perAccount: number
  readonly all: number
  readonly accountRefusal: string
  readonly refusal: string
}

/** Acquires a slot for an account and returns the function that releases it, to be called once. */
export type AcquireSlot = (accountId: string) => () => void

/**
 * The slots of this process for something that lasts, such as an upload or an event stream.
 * @throws {ProblemError} `rate_limited` at the limit of the account, `service_unavailable` at that of the process.
 */
export const createSlots = ({ perAccount, all, accountRefusal, refusal }: SlotLimits): AcquireSlot => {
  const acquired = new Map<string, number>()
  let total = 0
  return (accountId) => {
    const own = acquired.get(accountId) ?? 0
    if (own >= perAccount)
      throw new RequestProblem('rate_limited', {
        detail: accountRefusal,
        retryAfterSeconds: slotRetryAfterSeconds,
      })
    if (total >= all) throw unavailable(refusal)
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
