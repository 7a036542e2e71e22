import { readRemoteState, runAwaitsAnswer, type RemoteState } from '../../jobs/remote-runs.ts'
import type { StoredJob } from '../../jobs/job.ts'
import { lockJob } from '../../jobs/transitions.ts'
import type { RemoteProvider } from '@polyparse/providers/port'
import { claimOf } from '../outcomes.ts'
import type { WorkerParts } from '../parts.ts'
import { withKeyOfAccount } from './account-key.ts'
import { findWork } from './find-work.ts'
import { follow } from './follow.ts'
import { keepAndRecord } from './record-answer.ts'
import type { RemoteRun, Signals } from './remote-run.ts'
import { requireAdapter } from './require-adapter.ts'
import { submitToVendor } from './submit.ts'
import { outcomeUnknown } from './unknown.ts'

/** Takes the next step of the run, whatever happened since the last one. */
export const askRemote = async (parts: WorkerParts, given: RemoteRun, signals: Signals): Promise<void> => {
  const state = await readRemoteState(parts.database, given.run.id)
  const wasAsked = state.step !== null || state.upload !== null
  if (wasAsked) requireAdapter(given.provider, state.adapter)
  const provider = await withKeyOfAccount(parts, given.provider, {
    accountId: given.job.accountId,
    withAccountKey: wasAsked ? state.accountKey === true : null,
  })
  const work = { ...given, provider: withDeadlineOf(given.job, provider) }
  switch (state.step) {
    case null:
      return submitToVendor(parts, work, state, signals)
    case 'submitting':
      return awaitAnswer(parts, work, state)
    case 'submitted':
      return follow(parts, work, state, signals.signal)
  }
}

/** The provider with the time that the job gives it, if that is less than its own. */
const withDeadlineOf = ({ deadlineSeconds }: StoredJob, provider: RemoteProvider): RemoteProvider => {
  const { limits } = provider
  if (deadlineSeconds === null || deadlineSeconds >= limits.deadlineSeconds) return provider
  return { ...provider, limits: { ...limits, deadlineSeconds } }
}

/** The further time that the process that waits for the answer may take to give up and to record that. */
const marginSeconds = 3

/**
 * The process that submitted is dead, or was taken for dead: it may have slept, or have lost the database for a while,
 * and still have the answer. Only when no answer can arrive any more is the outcome unknown.
 */
const awaitAnswer = async (parts: WorkerParts, work: RemoteRun, state: RemoteState): Promise<void> => {
  const { job, run, provider } = work
  const { answerSeconds } = provider.limits
  const { answerGraceSeconds } = parts.limits
  const pauseSeconds = pauseForAnswer(state, { overdueSeconds: answerSeconds + marginSeconds, answerGraceSeconds })
  if (pauseSeconds === null && state.submission !== null) {
    const { upload, submission, submittingForSeconds: secondsAgo } = state
    const found = await findWork(parts, work, { upload, token: submission.token, secondsAgo })
    if (found !== null) return keepAndRecord(parts, work, submission, found)
  }
  await parts.database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, job.id))) return
    if (pauseSeconds === null) await outcomeUnknown(parts, transaction, work, claimOf(run))
    else if (await runAwaitsAnswer(transaction, claimOf(run), { pauseSeconds }))
      await parts.queue.enqueue(transaction, { runId: run.id }, { delaySeconds: pauseSeconds })
  })
}

/**
 * The pause before the next look for the answer; null when none can come. The first look after the answer is overdue
 * may be the first after an outage, and so may one that comes late. Whoever has the answer then gets some time to
 * record it, or to start and find it on the disk.
 */
export const pauseForAnswer = (
  { submittingForSeconds, dueAfterSubmitSeconds, answerExpectedForSeconds }: WaitingState,
  { overdueSeconds, answerGraceSeconds }: { readonly overdueSeconds: number; readonly answerGraceSeconds: number },
): number | null => {
  const pauseSeconds = Math.max(overdueSeconds - submittingForSeconds, answerExpectedForSeconds ?? 0)
  if (pauseSeconds > 0) return pauseSeconds
  const hadGrace = dueAfterSubmitSeconds !== null && dueAfterSubmitSeconds >= overdueSeconds + answerGraceSeconds / 2
  const isOnTime = hadGrace && submittingForSeconds - dueAfterSubmitSeconds <= answerGraceSeconds
  return isOnTime ? null : answerGraceSeconds
}

type WaitingState = Pick<RemoteState, 'submittingForSeconds' | 'dueAfterSubmitSeconds' | 'answerExpectedForSeconds'>
