import type { Job, Run } from '../jobs/job.ts'
import { readRun } from '../jobs/read.ts'
import {
  claimRun,
  lockJob,
  runFailed,
  runHandedBack,
  runParsed,
  runWillRetry,
  startRun,
  type Claim,
} from '../jobs/transitions.ts'
import type { RunMessage } from '../queue/queue.ts'
import { SourceFailure } from '../sources/fetch-source.ts'
import { judge, maxDeaths, type Verdict } from './failure.ts'
import { failJob, finishJob } from './finish.ts'
import { parseAndStore } from './parse.ts'
import type { WorkerParts } from './parts.ts'
import { prepareJob } from './prepare.ts'

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
  await finishJob(parts, found.job.id)
}

/** Claims the run, or ends it when its process has died too often; null when there is nothing left to do. */
const claim = ({ database, clock }: WorkerParts, job: Job, runId: string): Promise<Run | null> =>
  database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, job.id))) return null
    const run = await claimRun(transaction, runId)
    if (run === null || run.deaths < maxDeaths) return run
    const message = `The worker process died ${run.deaths} times while working on this document.`
    await runFailed(transaction, { runId, attempt: run.attempt }, { code: 'internal_error', message }, clock())
    return null
  })

const workOnRun = async (parts: WorkerParts, job: Job, run: Run, stopping: AbortSignal): Promise<void> => {
  const claimed: Claim = { runId: run.id, attempt: run.attempt }
  const logger = parts.logger.child({ jobId: job.id, runId: run.id, provider: run.provider, attempt: run.attempt })
  const ending = parts.endings.watch(job.id)
  const signal = AbortSignal.any([stopping, ending.signal])
  try {
    if (await prepareJob(parts, job, run, signal)) await askProvider(parts, run.id, claimed, signal)
  } catch (error) {
    if (ending.signal.aborted) return
    if (stopping.aborted) {
      await handBack(parts, job, claimed)
      throw error
    }
    if (error instanceof SourceFailure) {
      logger.info({ err: error }, 'the source cannot be had')
      await failJob(parts, job.id, error.message)
      return
    }
    const verdict = judge(error, run)
    logger[verdict.code === 'internal_error' ? 'error' : 'info']({ err: error, ...verdict }, 'the run failed')
    await recordFailure(parts, job, claimed, verdict)
  } finally {
    ending.release()
  }
}

const askProvider = async (parts: WorkerParts, runId: string, claimed: Claim, signal: AbortSignal): Promise<void> => {
  const { database, blobs, clock } = parts
  const prepared = await readRun(database, runId)
  if (prepared === null || prepared.run.status !== 'working' || prepared.run.attempt !== claimed.attempt) return
  const { job, run } = prepared
  const provider = parts.providers.get(run.provider)
  if (provider === undefined) {
    const message = `The provider ${run.provider} is no longer enabled.`
    await recordFailure(parts, job, claimed, { code: 'provider_unavailable', message, retryInSeconds: null })
    return
  }
  const startedAt = run.startedAt ?? clock()
  if (!(await database.transaction((transaction) => startRun(transaction, claimed, startedAt)))) return

  const result = await parseAndStore(parts, { job, run, provider, startedAt }, signal)
  const recorded = await database.transaction(
    async (transaction) =>
      (await lockJob(transaction, job.id)) && (await runParsed(transaction, claimed, result, clock())),
  )
  if (!recorded) await blobs.delete(result.path)
}

const recordFailure = async (
  { database, queue, clock }: WorkerParts,
  job: Job,
  claimed: Claim,
  { code, message, retryInSeconds }: Verdict,
): Promise<void> => {
  await database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, job.id))) return
    if (retryInSeconds === null) {
      await runFailed(transaction, claimed, { code, message }, clock())
    } else if (await runWillRetry(transaction, claimed)) {
      await queue.enqueue(transaction, { runId: claimed.runId }, { delaySeconds: retryInSeconds })
    }
  })
}

const handBack = async ({ database }: WorkerParts, job: Job, claimed: Claim): Promise<void> => {
  await database.transaction(
    async (transaction) => (await lockJob(transaction, job.id)) && runHandedBack(transaction, claimed),
  )
}
