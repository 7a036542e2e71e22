import { runRefused, takeForAnswer, type RecordedSubmission, type RemoteState } from '../../jobs/remote-runs.ts'
import { takeBackSpending } from '../../jobs/spending.ts'
import { lockJob } from '../../jobs/transitions.ts'
import { ProviderFailure } from '@polyparse/providers/port'
import { isOutage, outagePauseSeconds } from '../failure.ts'
import { failRun, hasFallback } from '../fallback.ts'
import type { WorkerParts } from '../parts.ts'
import type { Refused } from './answer-spool.ts'
import type { RemoteRun } from './remote-run.ts'
import { maxRetriesBeforeFallback, pauseBeforeRetry } from './retry-until-deadline.ts'

/** null: the vendor may have accepted the submit. */
export const refusalIn = (
  error: unknown,
  { job, run }: Pick<RemoteRun, 'job' | 'run'>,
  { secondsLeft }: RemoteState,
): Refused | null => {
  if (!(error instanceof ProviderFailure) || !error.notAccepted) return null
  const { code, message, charged, transient, retryAfterSeconds } = error
  const isOurs = isOutage(error)
  const mayRetry = transient && !(hasFallback(job, run) && run.failures >= maxRetriesBeforeFallback)
  const vendorPauseSeconds = mayRetry ? pauseBeforeRetry(secondsLeft, run.failures, retryAfterSeconds) : null
  const retryInSeconds = isOurs ? outagePauseSeconds(run) : vendorPauseSeconds
  return { kind: 'refused', code, message, charged, isOutage: isOurs, retryInSeconds }
}

/** Fails the run, or enqueues it again after the pause. */
export const recordRefusal = async (
  parts: WorkerParts,
  { jobId, runId }: { readonly jobId: string; readonly runId: string },
  submission: RecordedSubmission,
  { code, message, charged, isOutage, retryInSeconds }: Refused,
): Promise<void> => {
  await parts.database.transaction(async (transaction) => {
    const claim = (await lockJob(transaction, jobId)) ? await takeForAnswer(transaction, runId, submission) : null
    if (claim === null) return
    if (!charged) await takeBackSpending(transaction, runId, submission.number)
    if (retryInSeconds === null) await failRun(parts, transaction, claim, { code, message, refused: true })
    else if (await runRefused(transaction, claim, { isOutage }))
      await parts.queue.enqueue(transaction, { runId }, { delaySeconds: retryInSeconds })
  })
}
