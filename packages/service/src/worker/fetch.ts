import { isUnavailable } from '../db/errors.ts'
import type { Job, Run } from '../jobs/job.ts'
import { readRun } from '../jobs/read.ts'
import { fetchWillRetry, lockUnprepared } from '../jobs/transitions.ts'
import { turnOf } from '../jobs/turns.ts'
import { inSpan, SpanKind } from '../lib/tracing.ts'
import type { RunMessage } from '../queue/queue.ts'
import { SourceFailure } from '../sources/fetch-source.ts'
import { judge } from './failure.ts'
import { failUnprepared } from './finish.ts'
import type { WorkerParts } from './parts.ts'
import { obtainSource, settleSource } from './prepare.ts'

/** Whether the source of a job is at a URL and has yet to be fetched. */
export const needsFetch = ({ source }: Job): boolean => source.url !== null && source.detectedMediaType === null

/**
 * Fetches the source of a job, and enqueues the runs that can read it. It claims nothing, so a run that waits for its
 * source keeps its turn. Of several fetches for one job the first to finish counts, and a job fails for its source only
 * while none has.
 *
 * Rejects when the message is to be delivered again: when the queue takes it back, or nothing can be recorded.
 */
export const fetchForRun = async (parts: WorkerParts, { runId }: RunMessage, stopping: AbortSignal): Promise<void> => {
  const found = await readRun(parts.database, runId)
  if (found === null || found.job.completedAt !== null || !needsFetch(found.job)) return
  const { job, run } = found
  const logger = parts.logger.child({ jobId: job.id, runId: run.id })
  const ending = parts.endings.watch(job.id)
  try {
    await fetchOnce(parts, job, run, AbortSignal.any([stopping, ending.signal]))
  } catch (error) {
    if (ending.signal.aborted) return
    if (stopping.aborted) throw error
    if (error instanceof SourceFailure) {
      logger.info({ err: error }, 'the source is unavailable')
      return await failUnprepared(parts, job.id, error.message)
    }
    const { message, retryInSeconds } = judge(error, run)
    logger.error({ err: error, retryInSeconds }, 'the source could not be fetched')
    if (retryInSeconds === null) await failUnprepared(parts, job.id, message)
    else await fetchAgain(parts, job, run, retryInSeconds)
  } finally {
    ending.release()
  }
}

const fetchOnce = async (parts: WorkerParts, job: Job, run: Run, signal: AbortSignal): Promise<void> => {
  const { database, blobs, queue } = parts
  const source = await inSpan('obtain source', { kind: SpanKind.CLIENT, parent: job.trace }, () =>
    obtainSource(parts, job, signal),
  )
  let isRecorded = false
  try {
    isRecorded = await database.transaction(async (transaction) => {
      if (!(await lockUnprepared(transaction, job.id))) return false
      const settled = await settleSource(parts, transaction, job, run, source)
      if (settled === 'readable')
        await queue.enqueue(transaction, { runId: run.id }, { turn: await turnOf(transaction, run.id) })
      // Somebody has to end a job none of whose runs can read it.
      else if (settled === 'unsupported') await queue.enqueue(transaction, { runId: run.id })
      return settled !== 'overtaken'
    })
  } catch (error) {
    // If the connection broke, the source may have been recorded nevertheless; then it belongs to the job.
    isRecorded = isUnavailable(error)
    throw error
  } finally {
    if (!isRecorded) await blobs.delete(source.path)
  }
}

const fetchAgain = async (parts: WorkerParts, job: Job, run: Run, delaySeconds: number): Promise<void> => {
  const { database, queue } = parts
  await database.transaction(async (transaction) => {
    if (!(await lockUnprepared(transaction, job.id)) || !(await fetchWillRetry(transaction, run.id))) return
    const turn = await turnOf(transaction, run.id)
    await queue.enqueue(transaction, { runId: run.id }, { fetchFor: job.accountId, delaySeconds, turn })
  })
}
