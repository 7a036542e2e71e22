import { unavailable } from './classify-error.ts'
import { RequestProblem } from './problems.ts'

/** The time that a refused client should wait before it tries again, in seconds. */
const admissionRetrySeconds = 10

/** The numbers of clients that are admitted at once, and the sentences that refuse one beyond them. */
export type AdmissionLimits = {
  readonly perAccount: number
  readonly all: number
  readonly accountRefusal: string
  readonly refusal: string
}

/** Admits one more of an account and returns the function that ends the admission, to be called once. */
export type Admit = (accountId: string) => () => void

/**
 * Limits how many uploads, event streams or the like go on at once in this process. One too many is refused at once.
 * @throws {ProblemError} `rate_limited` at the limit of the account, `service_unavailable` at that of the process.
 */
export const createAdmissions = ({ perAccount, all, accountRefusal, refusal }: AdmissionLimits): Admit => {
  const admitted = new Map<string, number>()
  let total = 0
  return (accountId) => {
    const own = admitted.get(accountId) ?? 0
    if (own >= perAccount)
      throw new RequestProblem('rate_limited', {
        detail: accountRefusal,
        retryAfterSeconds: admissionRetrySeconds,
      })
    if (total >= all) throw unavailable(refusal)
    admitted.set(accountId, own + 1)
    total += 1
    return () => {
      const left = (admitted.get(accountId) ?? 1) - 1
      if (left === 0) admitted.delete(accountId)
      else admitted.set(accountId, left)
      total -= 1
    }
  }
}
