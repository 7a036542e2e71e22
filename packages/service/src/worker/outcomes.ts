import type { Transaction } from '../db/database.ts'
import { isUnavailable } from '../db/errors.ts'
import type { Job, Run } from '../jobs/job.ts'
import { isLimited, settleSpending } from '../jobs/spending.ts'
import { lockJob, runHandedBack, runParsed, runWillRetry, type Claim } from '../jobs/transitions.ts'
import { withRetries, type RetryOptions } from '../lib/retry.ts'
import { inSpan, SpanKind } from '../lib/tracing.ts'
import type { Verdict } from './failure.ts'
import { failRun } from './fallback.ts'
import { runRetried } from './events.ts'
import { storeParsed, type Parsed } from './run-result.ts'
import type { WorkerParts } from './parts.ts'

/** The claim of a run, which carries the number of its attempt. */
export const claimOf = ({ id, attempt }: Run): Claim => ({ runId: id, attempt })

/**
 * Stores the document and ends the run with it. In the last transaction `hold` returns the claim for that, or null if
 * there is none any more; then what was stored is deleted again.
 */
export const recordParsed = async (
  parts: WorkerParts,
  parsed: Parsed,
  signal: AbortSignal,
  hold?: (transaction: Transaction) => Promise<Claim | null>,
): Promise<void> => {
  const { database, blobs, clock, limits } = parts
  const stored = await inSpan('store result', { kind: SpanKind.INTERNAL }, () => storeParsed(parts, parsed, signal))
  const recorded =
    hold === undefined
      ? await runParsed(database, claimOf(parsed.run), stored, clock())
      : await database.transaction(async (transaction) => {
          if (!(await lockJob(transaction, parsed.job.id))) return false
          const claim = await hold(transaction)
          return claim !== null && (await runParsed(transaction, claim, stored, clock()))
        })
  if (recorded) return isLimited(limits.spending) ? settleSpending(database, parsed.run.id, stored.pages) : undefined
  await Promise.all([stored.result.path, stored.readingPath ?? []].flat().map((path) => blobs.delete(path)))
}

/** Ends the run, or enqueues it again after the pause. Runs inside a transaction that holds the lock of the job. */
export const noteFailure = async (
  parts: WorkerParts,
  transaction: Transaction,
  claim: Claim,
  { code, message, retryInSeconds, isOutage }: Verdict,
): Promise<void> => {
  if (retryInSeconds === null) {
    await failRun(parts, transaction, claim, { code, message })
  } else if (await runWillRetry(transaction, claim, { isOutage })) {
    await parts.queue.enqueue(transaction, { runId: claim.runId }, { delaySeconds: retryInSeconds })
  }
}

/**
 * The error is often an unavailable database, so this is retried for a moment; otherwise the run would count as dead.
 */
export const recordFailure = async (parts: WorkerParts, run: Run, verdict: Verdict): Promise<void> => {
  if (verdict.retryInSeconds !== null) runRetried.emit({ provider: run.provider, code: verdict.code })
  await locked(parts, run, (transaction) => noteFailure(parts, transaction, claimOf(run), verdict))
}

export const handBack = async (parts: WorkerParts, run: Run): Promise<void> => {
  await locked(parts, run, (transaction) => runHandedBack(transaction, claimOf(run)))
}

const locked = async (
  { database }: WorkerParts,
  { jobId }: Run,
  change: (transaction: Transaction) => Promise<unknown>,
): Promise<void> => {
  const attempt = () =>
    database.transaction(async (transaction) => {
      if (await lockJob(transaction, jobId)) await change(transaction)
    })
  await withRetries(attempt, awayForAMoment)
}

/** No longer than a worker may be silent. */
const awayForAMoment: RetryOptions = {
  pausesMs: [100, 200, 400, 800, 1000, 1000, 1000, 1000, 1000, 1000],
  windowMs: 8000,
  judge: (error) => ({ retry: isUnavailable(error) }),
}

/** A run that is being worked on, with its source available. */
export type Begun = { readonly job: Job; readonly run: Run; readonly startedAt: Date }
