import type { Transaction } from '../db/database.ts'
import { isUnavailable } from '../db/errors.ts'
import type { StoredJob, Run } from '../jobs/job.ts'
import { isLimited, settleSpending } from '../jobs/spending.ts'
import {
  lockClaim,
  lockJob,
  runHandedBack,
  runParsed,
  runWillRetry,
  workerIsAlive,
  type Claim,
} from '../jobs/transitions.ts'
import { growingPauses, withRetries, type RetryOptions } from '@polyparse/outbound'
import { inSpan, SpanKind } from '../lib/tracing.ts'
import type { FailureVerdict } from './failure.ts'
import { escalate } from './escalation/plan.ts'
import { failRun } from './fallback.ts'
import { runRetried } from './events.ts'
import { storeParsed, type ParsedRun, type StoredRun } from './run-result.ts'
import type { WorkerParts } from './parts.ts'

/** The claim of a run, which carries the number of its attempt. */
export const claimOf = ({ id, attempt }: Run): Claim => ({ runId: id, attempt })

/**
 * Stores the document and ends the run with it. In the last transaction `hold` returns the claim for that, or null if
 * there is none any more.
 */
export const recordParsed = async (
  parts: WorkerParts,
  parsed: ParsedRun,
  signal: AbortSignal,
  hold?: (transaction: Transaction) => Promise<Claim | null>,
): Promise<void> => {
  await storeFor(parts, parsed, signal, (stored) => recordRun(parts, parsed, stored, hold))
}

/** Ends the run, and has another provider asked if that is to be. Null if the claim no longer holds. */
export const recordRun = async (
  parts: WorkerParts,
  { job, run }: ParsedRun,
  stored: StoredRun,
  hold?: (transaction: Transaction) => Promise<Claim | null>,
): Promise<true | null> => {
  const { database, clock } = parts
  const { escalation } = stored
  if (hold === undefined && escalation === null)
    return (await runParsed(database, claimOf(run), stored, clock())) || null
  return database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, job.id))) return null
    const claim = hold === undefined ? claimOf(run) : await hold(transaction)
    if (claim === null || !(await runParsed(transaction, claim, stored, clock()))) return null
    if (escalation !== null) await escalate(parts, transaction, job, escalation)
    return true
  })
}

/** Stores the document and resolves to what `record` makes of it. If that is null, what was stored is deleted again. */
export const storeFor = async <Recorded>(
  parts: WorkerParts,
  parsed: ParsedRun,
  signal: AbortSignal,
  record: (stored: StoredRun) => Promise<Recorded | null>,
): Promise<Recorded | null> => {
  const { database, blobs, limits } = parts
  const stored = await inSpan('store result', { kind: SpanKind.INTERNAL }, () => storeParsed(parts, parsed, signal))
  const recorded = await record(stored)
  if (recorded === null)
    await Promise.all([stored.result.path, stored.readingPath ?? []].flat().map((path) => blobs.delete(path)))
  else if (isLimited(limits.spending)) await settleSpending(database, parsed.run.id, stored.pages)
  return recorded
}

/** Ends the run, or enqueues it again after the pause. Runs inside a transaction that holds the lock of the job. */
export const noteFailure = async (
  parts: WorkerParts,
  transaction: Transaction,
  claim: Claim,
  { code, message, retryInSeconds, isOutage }: FailureVerdict,
): Promise<void> => {
  if (retryInSeconds === null) {
    await failRun(parts, transaction, claim, { code, message })
  } else if (await runWillRetry(transaction, claim, { isOutage })) {
    await parts.queue.enqueue(transaction, { runId: claim.runId }, { delaySeconds: retryInSeconds })
  }
}

/**
 * The error is often an unavailable database, so this is retried until the worker must stop: a process that lives says
 * so itself, or the run would count as dead.
 */
export const recordFailure = async (
  parts: WorkerParts,
  run: Run,
  verdict: FailureVerdict,
  stopping: AbortSignal,
): Promise<void> => {
  if (verdict.retryInSeconds !== null) runRetried.emit({ provider: run.provider, code: verdict.code })
  const change = (transaction: Transaction) => noteFailure(parts, transaction, claimOf(run), verdict)
  const judge = (error: unknown) => ({ retry: isUnavailable(error) && !stopping.aborted })
  await underClaim(parts, run, change, { pausesMs: growingPauses(), windowMs: Number.POSITIVE_INFINITY, judge })
}

export const handBack = async (parts: WorkerParts, run: Run): Promise<void> => {
  const change = (transaction: Transaction) => runHandedBack(transaction, claimOf(run))
  const judge = (error: unknown) => ({ retry: isUnavailable(error) })
  await underClaim(parts, run, change, { pausesMs: growingPauses(), windowMs: handBackMs, judge })
}

/** No longer than a worker may be silent. */
const handBackMs = 8000

/** If the claim no longer holds, because this worker was taken for dead, the change is that it lives. */
const underClaim = async (
  { database }: WorkerParts,
  run: Run,
  change: (transaction: Transaction) => Promise<unknown>,
  retries: RetryOptions,
): Promise<void> => {
  const claim = claimOf(run)
  const attempt = () =>
    database.transaction(async (transaction) => {
      if (await lockClaim(transaction, claim)) await change(transaction)
      else await workerIsAlive(transaction, claim)
    })
  await withRetries(attempt, retries)
}

/** A run that is being worked on, with its source available. */
export type Begun = { readonly job: StoredJob; readonly run: Run; readonly startedAt: Date }
