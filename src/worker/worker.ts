import type { Transaction } from '../db/database.ts'
import { isUnavailable } from '../db/errors.ts'
import type { Job, Run } from '../jobs/job.ts'
import { readRun } from '../jobs/read.ts'
import {
  claimRun,
  isCurrent,
  lockJob,
  runFailed,
  runHandedBack,
  runParsed,
  runWillRetry,
  startRun,
  type Claim,
} from '../jobs/transitions.ts'
import { ProviderFailure } from '../providers/provider.ts'
import type { RunMessage } from '../queue/queue.ts'
import { SourceFailure } from '../sources/fetch-source.ts'
import { judge, maxDeaths, type Verdict } from './failure.ts'
import { failJob, finishJob } from './finish.ts'
import { parseAndStore } from './parse.ts'
import type { WorkerParts } from './parts.ts'
import { obtainSource, settleSource } from './prepare.ts'

/**
 * Works on one message: a run is claimed, its source prepared where nobody has yet, its provider asked, its outcome
 * recorded, and the job ended with its last run. Whatever happens in between, the message may come again: every step
 * asks the tables first and writes under the attempt it claimed.
 *
 * Rejects when the message is to be delivered again: after a hand-back, or when the database is not to be had.
 */
export const workOn = async (parts: WorkerParts, { runId }: RunMessage, stopping: AbortSignal): Promise<void> => {
  const found = await readRun(parts.database, runId)
  if (found === null || found.job.completedAt !== null) return
  const run = await claim(parts, found.job, runId)
  if (run !== null) await workOnRun(parts, found.job, run, stopping)
  await finishJob(parts, found.job.id, stopping)
}

/** Claims the run, or ends it when its process has died too often; null when there is nothing left to do. */
const claim = ({ database, clock }: WorkerParts, job: Job, runId: string): Promise<Run | null> =>
  database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, job.id))) return null
    const run = await claimRun(transaction, runId)
    if (run === null || run.deaths < maxDeaths) return run
    const message = `The worker process died ${run.deaths} times while working on this document.`
    await runFailed(transaction, claimOf(run), { code: 'internal_error', message }, clock())
    return null
  })

const workOnRun = async (parts: WorkerParts, job: Job, run: Run, stopping: AbortSignal): Promise<void> => {
  const logger = parts.logger.child({ jobId: job.id, runId: run.id, provider: run.provider, attempt: run.attempt })
  const ending = parts.endings.watch(job.id)
  const signal = AbortSignal.any([stopping, ending.signal])
  try {
    const begun = await begin(parts, job, run, signal)
    if (begun !== null) await askProvider(parts, begun, signal)
  } catch (error) {
    if (ending.signal.aborted) return
    if (stopping.aborted) {
      await handBack(parts, run)
      throw error
    }
    if (error instanceof SourceFailure) {
      logger.info({ err: error }, 'the source cannot be had')
      await failJob(parts, job.id, error.message)
      return
    }
    const verdict = judge(error, run)
    logger[verdict.code === 'internal_error' ? 'error' : 'info']({ err: error, ...verdict }, 'the run failed')
    await recordFailure(parts, run, verdict)
  } finally {
    ending.release()
  }
}

/** A run as it was claimed carries the number of its attempt. */
const claimOf = ({ id, attempt }: Run): Claim => ({ runId: id, attempt })

type Begun = { readonly job: Job; readonly run: Run; readonly startedAt: Date }

/** Gets the source ready where nobody has yet, and starts the run; null when there is nothing to ask its provider. */
const begin = async (parts: WorkerParts, job: Job, run: Run, signal: AbortSignal): Promise<Begun | null> => {
  const { database, blobs, clock } = parts
  const source = job.source.detectedMediaType === null ? await obtainSource(parts, job, signal) : null
  const startedAt = run.startedAt ?? clock()
  const start = async (transaction: Transaction): Promise<'started' | 'settled' | 'overtaken'> => {
    if (!(await lockJob(transaction, job.id)) || !(await isCurrent(transaction, claimOf(run)))) return 'overtaken'
    if (source !== null && !(await settleSource(parts, transaction, job, run, source))) return 'settled'
    return (await startRun(transaction, claimOf(run), startedAt)) ? 'started' : 'settled'
  }
  try {
    const outcome = await database.transaction(start)
    if (outcome === 'overtaken' && source !== null && source.path !== job.source.path) await blobs.delete(source.path)
    return outcome === 'started' ? { job: { ...job, source: { ...job.source, ...source } }, run, startedAt } : null
  } catch (error) {
    // When the connection broke, the source may have been recorded all the same; then it is the job's.
    if (source !== null && source.path !== job.source.path && !isUnavailable(error)) await blobs.delete(source.path)
    throw error
  }
}

const askProvider = async (parts: WorkerParts, { job, run, startedAt }: Begun, signal: AbortSignal): Promise<void> => {
  const { database, blobs, clock } = parts
  const provider = parts.providers.get(run.provider)
  if (provider === undefined) throw new ProviderFailure('provider_unavailable', `${run.provider} is no longer enabled.`)
  const stored = await parseAndStore(parts, { job, run, provider, startedAt }, signal)
  const recorded = await database.transaction(
    async (transaction) =>
      (await lockJob(transaction, job.id)) && (await runParsed(transaction, claimOf(run), stored, clock())),
  )
  if (!recorded)
    await Promise.all([stored.result.path, stored.readingPath ?? []].flat().map((path) => blobs.delete(path)))
}

const recordFailure = async (
  { database, queue, clock }: WorkerParts,
  run: Run,
  { code, message, retryInSeconds }: Verdict,
): Promise<void> => {
  await database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, run.jobId))) return
    if (retryInSeconds === null) {
      await runFailed(transaction, claimOf(run), { code, message }, clock())
    } else if (await runWillRetry(transaction, claimOf(run))) {
      await queue.enqueue(transaction, { runId: run.id }, { delaySeconds: retryInSeconds })
    }
  })
}

const handBack = async ({ database }: WorkerParts, run: Run): Promise<void> => {
  await database.transaction(
    async (transaction) => (await lockJob(transaction, run.jobId)) && runHandedBack(transaction, claimOf(run)),
  )
}
