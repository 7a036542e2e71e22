import type { Caller } from '../accounts/authenticate.ts'
import { createBacklog, type Backlog } from '../jobs/backlog.ts'
import { createStoredBytes, type StoredBytes } from '../jobs/stored-bytes.ts'
import { pagesToday } from '../jobs/usage.ts'
import { unavailable } from './classify-error.ts'
import type { ApiParts } from './parts.ts'
import { RequestProblem } from './problems.ts'

/** The measures by which this process judges the capacity that is left. */
export type Capacity = { readonly backlog: Backlog; readonly storedBytes: StoredBytes }

export const createCapacity = ({ database, settings }: ApiParts): Capacity => ({
  backlog: createBacklog(database, { perAccount: settings.maxWaitingPerAccount, inAll: settings.maxWaiting }),
  storedBytes: createStoredBytes(database),
})

/** The time that a caller with too many waiting jobs is asked to wait, in seconds. */
const backlogRetrySeconds = 10

/** The same for one that has stored too much, which changes when jobs are erased or results expire. */
const storageRetrySeconds = 60

const rateLimited = (detail: string, retryAfterSeconds: number): RequestProblem =>
  new RequestProblem('rate_limited', { detail, retryAfterSeconds })

/**
 * Returns if the service has capacity for so many more waiting jobs of the account, and the key has pages left.
 * @throws {ProblemError} `rate_limited` or `service_unavailable`.
 */
export const requireCapacity = async (
  parts: ApiParts,
  { backlog, storedBytes }: Capacity,
  caller: Caller,
  jobs = 1,
): Promise<void> => {
  const { blobs, settings } = parts
  const { accountId } = caller
  const { maxWaitingPerAccount, maxStoredBytesPerAccount: maxStored } = settings
  const free = await blobs.freeBytes()
  if (free !== null && free < settings.minFreeBytes) throw unavailable('The storage of the service is full.')
  const full = await backlog.full(accountId, jobs)
  if (full === 'account')
    throw rateLimited(
      jobs === 1
        ? `This account already has the maximum of ${maxWaitingPerAccount} waiting jobs.`
        : `With these ${jobs} jobs the account would have more than the maximum of ${maxWaitingPerAccount} waiting ones.`,
      backlogRetrySeconds,
    )
  if (full === 'all') throw unavailable('The service already has as many waiting jobs as it accepts.')
  if (maxStored !== null && (await storedBytes(accountId)) >= maxStored)
    throw rateLimited(
      `This account has stored as much as it may, ${maxStored} bytes of documents and results: erase jobs, or wait until results expire.`,
      storageRetrySeconds,
    )
  await requirePages(parts, caller)
}

/**
 * Pages count when they have been read. So a document that was accepted is read to its end, and a key that sends many at
 * once can exceed its limit by those under way.
 */
const requirePages = async ({ database, clock }: ApiParts, caller: Caller): Promise<void> => {
  const { pagesPerDay } = caller
  if (pagesPerDay === null) return
  const now = clock()
  if ((await pagesToday(database, caller, now)) < pagesPerDay) return
  const dayMs = 24 * 3_600_000
  const resetsAt = new Date((Math.floor(now.getTime() / dayMs) + 1) * dayMs)
  throw rateLimited(
    `This key may have ${pagesPerDay} pages read in a day (UTC), and has used them. It may create jobs again from ${resetsAt.toISOString()}.`,
    (resetsAt.getTime() - now.getTime()) / 1000,
  )
}
