import { isUnavailable } from '../db/errors.ts'
import type { StoredJob, Run } from '../jobs/job.ts'
import type { PreparedSource } from '../jobs/prepared.ts'
import { readRun } from '../jobs/read.ts'
import { fetchWillRetry, lockUnprepared } from '../jobs/transitions.ts'
import { inSpan, SpanKind } from '../lib/tracing.ts'
import type { DueRun } from '../queue/queue.ts'
import { SourceFailure } from '../sources/fetch-source.ts'
import { judge } from './failure.ts'
import { failUnprepared } from './finish.ts'
import type { WorkerParts } from './parts.ts'
import { prepareUrl, settleSource } from './prepare.ts'

/** The URL from which the source of a job has yet to be fetched; null if there is nothing to fetch. */
export const urlToFetch = ({ source }: StoredJob): string | null =>
  source.detectedMediaType === null ? source.url : null

/**
 * Fetches the source of a job, and enqueues the runs that can read it. It claims nothing, so a run that waits for its
 * source has not begun. Of several fetches for one job the first to finish counts, and a job fails for its source only
 * while none has.
 *
 * Rejects when the run is to be due again: when the queue takes it back, or nothing can be recorded.
 */
export const fetchForRun = async (parts: WorkerParts, { runId }: DueRun, stopping: AbortSignal): Promise<void> => {
  const found = await readRun(parts.database, runId)
  if (found === null || found.job.completedAt !== null) return
  const { job, run } = found
  const url = urlToFetch(job)
  if (url === null) return
  const logger = parts.logger.child({ jobId: job.id, runId: run.id })
  const ending = parts.endings.watch(job)
  try {
    const signal = AbortSignal.any([stopping, ending.signal])
    const source = await inSpan('obtain source', { kind: SpanKind.CLIENT, parent: job.trace }, () =>
      prepareUrl(parts, job, url, signal),
    )
    await recordSource(parts, job, run, source)
  } catch (error) {
    if (ending.signal.aborted) return
    if (stopping.aborted) throw error
    if (error instanceof SourceFailure) {
      logger.info({ err: error }, 'the source is unavailable')
      return await failUnprepared(parts, job, { error: error.message, errorCode: error.code })
    }
    const { code, message, retryInSeconds, isOutage } = judge(error, run)
    logger.error({ err: error, retryInSeconds }, 'the source could not be fetched')
    if (retryInSeconds === null) await failUnprepared(parts, job, { error: message, errorCode: code })
    else await fetchAgain(parts, job, run, { delaySeconds: retryInSeconds, isOutage })
  } finally {
    ending.release()
  }
}

/** Deletes the source again if the job has no use for it. */
const recordSource = async (parts: WorkerParts, job: StoredJob, run: Run, source: PreparedSource): Promise<void> => {
  const { database, blobs, queue } = parts
  let isRecorded = false
  try {
    isRecorded = await database.transaction(async (transaction) => {
      if (!(await lockUnprepared(transaction, job.id))) return false
      const settled = await settleSource(parts, transaction, job, run, source)
      if (settled === 'overtaken') return false
      // A run that cannot read it has ended, and whoever takes it ends the job if all have.
      await queue.enqueue(transaction, { runId: run.id })
      return true
    })
  } catch (error) {
    // If the connection broke, the source may have been recorded nevertheless; then it belongs to the job.
    isRecorded = isUnavailable(error)
    throw error
  } finally {
    if (!isRecorded) await blobs.delete(source.path)
  }
}

const fetchAgain = async (
  parts: WorkerParts,
  job: StoredJob,
  run: Run,
  { delaySeconds, isOutage }: { readonly delaySeconds: number; readonly isOutage: boolean },
): Promise<void> => {
  const { database, queue } = parts
  await database.transaction(async (transaction) => {
    if (!(await lockUnprepared(transaction, job.id)) || !(await fetchWillRetry(transaction, run.id, { isOutage })))
      return
    await queue.enqueue(transaction, { runId: run.id }, { slot: 'fetch', delaySeconds })
  })
}
