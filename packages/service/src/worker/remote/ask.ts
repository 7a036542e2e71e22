import { readRemoteState, runAwaitsAnswer } from '../../jobs/remote-runs.ts'
import { lockJob } from '../../jobs/transitions.ts'
import { claimOf } from '../outcomes.ts'
import type { WorkerParts } from '../parts.ts'
import { follow } from './follow.ts'
import type { RemoteRun, Signals } from './remote-run.ts'
import { submit } from './submit.ts'
import { outcomeUnknown } from './unknown.ts'

/** Takes the next step of the run, whatever happened since the last one. */
export const askRemote = async (parts: WorkerParts, work: RemoteRun, signals: Signals): Promise<void> => {
  const state = await readRemoteState(parts.database, work.run.id)
  switch (state.step) {
    case null:
      return submit(parts, work, state, signals)
    case 'submitting':
      return awaitAnswer(parts, work, state.submittingForSeconds)
    case 'submitted':
      return follow(parts, work, state, signals.signal)
  }
}

/** How much longer the process that waits for the answer may take to give up and to record that. */
const marginSeconds = 3

/**
 * The process that submitted is dead, or was taken for dead: it may have slept, or have lost the database for a while,
 * and still have the answer. Only when no answer can arrive any more is the outcome unknown.
 */
const awaitAnswer = async (parts: WorkerParts, work: RemoteRun, submittingForSeconds: number): Promise<void> => {
  const { job, run, provider } = work
  const pauseSeconds = provider.limits.answerSeconds + marginSeconds - submittingForSeconds
  await parts.database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, job.id))) return
    if (pauseSeconds <= 0) await outcomeUnknown(parts, transaction, work, claimOf(run))
    else if (await runAwaitsAnswer(transaction, claimOf(run), { pauseSeconds }))
      await parts.queue.enqueue(transaction, { runId: run.id }, { delaySeconds: pauseSeconds })
  })
}
