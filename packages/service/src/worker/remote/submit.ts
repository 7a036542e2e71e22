import { takeForAnswer, type RecordedSubmission, type RemoteState } from '../../jobs/remote-runs.ts'
import type { Charge } from '../../jobs/spending.ts'
import { lockJob } from '../../jobs/transitions.ts'
import { untilAborted } from '@polyparse/engine'
import { ProviderFailure, type Reference } from '@polyparse/providers/port'
import { UnreadAnswer } from '@polyparse/providers/port'
import { hasFallback } from '../fallback.ts'
import { parseRequest } from '../parse-request.ts'
import type { WorkerParts } from '../parts.ts'
import { callProvider } from './call.ts'
import { findWork } from './find-work.ts'
import { recordIntent } from './intent.ts'
import { keepAndRecord } from './record-answer.ts'
import { refusalIn } from './refusal.ts'
import type { RemoteRun, Signals } from './remote-run.ts'
import { maxRetriesBeforeFallback, retryUntilDeadline } from './retry-until-deadline.ts'
import { expectedCharge, requireSpendingRoom } from './spending.ts'
import { outcomeUnknown } from './unknown.ts'
import { untilRecorded } from './until-recorded.ts'
import { uploadToVendor } from './upload.ts'

/**
 * Submits the work to the vendor. The intent is committed first, under the attempt, so a worker that slept through its
 * takeover does not submit. From then on nothing stops the submit but its own time limit, and its answer is recorded
 * even if another worker has the run by then, because there will be no other answer.
 */
export const submitToVendor = async (
  parts: WorkerParts,
  work: RemoteRun,
  state: RemoteState,
  { signal, stopping, ending }: Signals,
): Promise<void> => {
  const { job, provider } = work
  const { answerSeconds, bytes } = provider.limits
  const request = parseRequest(parts, work, provider)
  if (bytes !== undefined && request.source.size > bytes)
    throw new ProviderFailure('document_too_large', `${provider.name} accepts documents of at most ${bytes} bytes.`)
  let uploaded = state.upload
  let charge: Charge | null
  try {
    charge = await expectedCharge(parts, work, request, signal)
    if (charge !== null) await requireSpendingRoom(parts, work, charge)
    uploaded ??= await uploadToVendor(parts, work, signal)
    signal.throwIfAborted()
  } catch (error) {
    signal.throwIfAborted()
    if (hasFallback(job, work.run) && work.run.failures >= maxRetriesBeforeFallback) throw error
    return retryUntilDeadline(parts, work, state, error, signal)
  }

  const submission = await recordIntent(parts, work, charge)
  if (submission === null) return
  // A vendor that answers with the document keeps nothing that could be cancelled later, so closing the connection
  // cancels the work.
  const hangUp = provider.capabilities.execution === 'sync' ? ending : undefined
  const answer = callProvider(
    provider,
    'submit',
    answerSeconds,
    (own) => provider.submit({ request, upload: uploaded, token: submission.token }, own),
    hangUp,
  )
  const recorded = answer.then(
    (submitted) => keepAndRecord(parts, work, submission, submitted),
    (error: unknown) => {
      if (error instanceof UnreadAnswer)
        return keepAndRecord(parts, work, submission, { kind: 'unread', order: error.order })
      const refusal = refusalIn(error, work, state)
      const refused = refusal !== null
      work.logger.warn({ err: error, refused, whenUnknown: provider.whenUnknown }, 'the submit failed')
      return refused
        ? keepAndRecord(parts, work, submission, refusal)
        : recordUnknown(parts, work, { submission, upload: uploaded, error })
    },
  )
  await untilAborted(recorded, stopping)
}

/** Records that the outcome of the submit is unknown, unless the vendor lists the work. */
const recordUnknown = async (
  parts: WorkerParts,
  work: RemoteRun,
  { submission, upload, error }: { submission: RecordedSubmission; upload: Reference | null; error: unknown },
): Promise<void> => {
  const { token } = submission
  const found = await findWork(parts, work, { upload, token, secondsAgo: work.provider.limits.answerSeconds })
  if (found !== null) return keepAndRecord(parts, work, submission, found)
  await untilRecorded(work.logger, () => recordNoAnswer(parts, work, submission, whyOf(error)))
}

const whyOf = (error: unknown): string | null => (error instanceof ProviderFailure ? error.message : null)

const recordNoAnswer = async (
  parts: WorkerParts,
  work: RemoteRun,
  submission: RecordedSubmission,
  why: string | null,
): Promise<void> => {
  const { job, run } = work
  await parts.database.transaction(async (transaction) => {
    const claim = (await lockJob(transaction, job.id)) ? await takeForAnswer(transaction, run.id, submission) : null
    if (claim !== null) await outcomeUnknown(parts, transaction, work, claim, why)
  })
}
