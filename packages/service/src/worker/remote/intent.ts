import { randomUUID } from 'node:crypto'
import { isUnavailable } from '../../db/errors.ts'
import { readRemoteState, runRefused, runSubmitting, type RecordedSubmission } from '../../jobs/remote-runs.ts'
import { takeBackSpending, type Charge } from '../../jobs/spending.ts'
import { lockJob } from '../../jobs/transitions.ts'
import { outagePauseSeconds } from '../failure.ts'
import { failRun } from '../fallback.ts'
import { claimOf } from '../outcomes.ts'
import type { WorkerParts } from '../parts.ts'
import { askedOf } from './account-key.ts'
import type { RemoteRun } from './remote-run.ts'
import { spend } from './spending.ts'
import { untilRecorded } from './until-recorded.ts'

/**
 * Commits the intent to submit, and the charge. Null if another worker has the run, if it will be delivered again, or
 * if it has failed because the charge exceeds a limit.
 */
export const recordIntent = async (
  parts: WorkerParts,
  work: RemoteRun,
  charge: Charge | null,
): Promise<RecordedSubmission | null> => {
  const { job, run, provider } = work
  const { database } = parts
  const { deadlineSeconds } = provider.limits
  try {
    return await database.transaction(async (transaction) => {
      if (!(await lockJob(transaction, job.id))) return null
      const submission = await runSubmitting(transaction, claimOf(run), {
        asked: askedOf(provider),
        newToken: randomUUID(),
        deadlineSeconds,
      })
      if (submission === null || charge === null) return submission
      const refusal = await spend(parts, transaction, work, { charge, submission: submission.number })
      if (refusal === null) return submission
      const { code, message } = refusal
      await failRun(parts, transaction, claimOf(run), { code, message, refused: true })
      return null
    })
  } catch (error) {
    if (!isUnavailable(error)) throw error
    // The intent may have been committed nevertheless, but nothing was sent; that has to be recorded, too.
    if (!(await takeBackIntent(parts, work))) throw error
    return null
  }
}

const takeBackIntent = ({ database, queue }: WorkerParts, { job, run, logger }: RemoteRun): Promise<boolean> => {
  const delaySeconds = outagePauseSeconds(run)
  return untilRecorded(logger, () =>
    database.transaction(async (transaction) => {
      if (!(await lockJob(transaction, job.id))) return false
      const { submissions } = await readRemoteState(transaction, run.id)
      if (!(await runRefused(transaction, claimOf(run), { isOutage: true }))) return false
      await takeBackSpending(transaction, run.id, submissions)
      await queue.enqueue(transaction, { runId: run.id }, { delaySeconds })
      return true
    }),
  )
}
