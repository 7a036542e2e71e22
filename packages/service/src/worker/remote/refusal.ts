import { failureCodes } from '@polyparse/contract'
import { Type, type Static } from '@polyparse/document/typebox'
import { runRefused, takeForAnswer, type RecordedSubmission, type RemoteState } from '../../jobs/remote-runs.ts'
import { takeBackSpending } from '../../jobs/spending.ts'
import { lockJob } from '../../jobs/transitions.ts'
import { ProviderFailure } from '../../providers/provider.ts'
import { isOutage, outagePauseSeconds } from '../failure.ts'
import { failRun, hasFallback } from '../fallback.ts'
import type { WorkerParts } from '../parts.ts'
import type { RemoteRun } from './remote-run.ts'
import { maxRetriesBeforeFallback, pauseBefore } from './retry-until-deadline.ts'

/** The vendor has certainly not accepted a submit. */
export const Refused = Type.Object({
  kind: Type.Literal('refused'),
  code: Type.Enum([...failureCodes]),
  message: Type.String(),
  /** Whether the vendor charges nevertheless. */
  charged: Type.Boolean(),
  /** Whether nothing was sent, because of an outage of our own. */
  isOutage: Type.Boolean(),
  /** null: the run fails. */
  retryInSeconds: Type.Union([Type.Number(), Type.Null()]),
})
export type Refused = Static<typeof Refused>

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
  const vendorPauseSeconds = mayRetry ? pauseBefore(secondsLeft, run.failures, retryAfterSeconds) : null
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
