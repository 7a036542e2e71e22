import { randomUUID } from 'node:crypto'
import type { Transaction } from '../../db/database.ts'
import { DatabaseClosedError, isUnavailable } from '../../db/errors.ts'
import {
  readRemoteState,
  runRefused,
  runSubmitted,
  runSubmitting,
  runUploaded,
  runUploading,
  takeForAnswer,
  type RemoteState,
  type SubmissionNote,
} from '../../jobs/remote-runs.ts'
import { takeBackSpending, type Charge } from '../../jobs/spending.ts'
import { lockJob, type Claim } from '../../jobs/transitions.ts'
import { noteArtifact } from '../../jobs/vendor-artifacts.ts'
import { withRetries } from '../../lib/retry.ts'
import { untilAborted } from '../../lib/until-aborted.ts'
import { ProviderFailure, type Reference, type Submitted } from '../../providers/provider.ts'
import { failRun, hasFallback } from '../fallback.ts'
import { claimOf, recordParsed } from '../outcomes.ts'
import { mayPass } from '../may-pass.ts'
import { parseRequest } from '../parse-request.ts'
import { RenderFailure } from '../rendering/renderer.ts'
import type { WorkerParts } from '../parts.ts'
import { retryUntilDeadline, maxRetriesBeforeFallback, jitteredSeconds, pauseBefore } from './retry-until-deadline.ts'
import { callProvider } from './call.ts'
import type { RemoteRun, Signals } from './remote-run.ts'
import { expectedCharge, requireRoom, spend } from './spending.ts'
import { askedAgain, outcomeUnknown } from './unknown.ts'

/**
 * Submits the work to the vendor. The intent is committed first, under the attempt, so a worker that slept through its
 * takeover does not submit. From then on nothing stops the submit but its own time limit, and its answer is recorded
 * even if another worker has the run by then, because there will be no other answer.
 */
export const submit = async (
  parts: WorkerParts,
  work: RemoteRun,
  state: RemoteState,
  { signal, stopping, ending }: Signals,
): Promise<void> => {
  const { job, provider } = work
  const { answerSeconds, bytes } = provider.limits
  const request = parseRequest(parts, job, provider)
  if (bytes !== undefined && request.source.size > bytes)
    throw new ProviderFailure('document_too_large', `${provider.name} accepts documents of at most ${bytes} bytes.`)
  let upload = state.upload
  let charge: Charge | null
  try {
    charge = await expectedCharge(parts, work, request, signal)
    if (charge !== null) await requireRoom(parts, work, charge)
    upload ??= await uploaded(parts, work, signal)
    signal.throwIfAborted()
  } catch (error) {
    signal.throwIfAborted()
    if (hasFallback(job, work.run) && work.run.failures >= maxRetriesBeforeFallback) throw error
    return retryUntilDeadline(parts, work, state, error)
  }

  const submission = await noteSubmission(parts, work, charge)
  if (submission === null) return
  // A vendor that answers with the document keeps nothing that could be cancelled later, so closing the connection
  // cancels the work.
  const hangUp = provider.capabilities.execution === 'sync' ? ending : undefined
  const answer = callProvider(
    provider,
    'submit',
    answerSeconds,
    (own) => provider.submit({ request, upload, token: submission.token }, own),
    hangUp,
  )
  const recorded = answer.then(
    (submitted) => persistently(work, () => recordAnswer(parts, work, submission, submitted), submitted),
    (error: unknown) => persistently(work, () => recordNoAnswer(parts, work, { submission, state, error })),
  )
  await untilAborted(recorded, stopping)
}

/**
 * Commits that a submit is about to be sent, and its charge. Null if another worker has the run, if it will be
 * delivered again, or if it has failed because the charge exceeds a limit.
 */
const noteSubmission = async (
  parts: WorkerParts,
  work: RemoteRun,
  charge: Charge | null,
): Promise<SubmissionNote | null> => {
  const { job, run, provider } = work
  const { database, queue } = parts
  const { deadlineSeconds } = provider.limits
  try {
    return await database.transaction(async (transaction) => {
      if (!(await lockJob(transaction, job.id))) return null
      const note = await runSubmitting(transaction, claimOf(run), { newToken: randomUUID(), deadlineSeconds })
      if (note === null || charge === null) return note
      const refusal = await spend(parts, transaction, work, { charge, submission: note.number })
      if (refusal === null) return note
      const { code, message } = refusal
      await failRun(parts, transaction, claimOf(run), { code, message, refused: true })
      return null
    })
  } catch (error) {
    if (!isUnavailable(error)) throw error
    // The intent may have been committed nevertheless, but nothing was sent; that has to be recorded, too.
    const delaySeconds = jitteredSeconds(run.failures)
    const takenBack = await persistently(work, () =>
      database.transaction(async (transaction) => {
        if (!(await lockJob(transaction, job.id))) return false
        const { submissions } = await readRemoteState(transaction, run.id)
        if (!(await runRefused(transaction, claimOf(run)))) return false
        await takeBackSpending(transaction, run.id, submissions)
        await queue.enqueue(transaction, { runId: run.id }, { delaySeconds })
        return true
      }),
    )
    if (!takenBack) throw error
    return null
  }
}

/** The uploaded document at the vendor; null if the provider has no such step. */
const uploaded = async (parts: WorkerParts, work: RemoteRun, signal: AbortSignal): Promise<Reference | null> => {
  const { job, run, provider } = work
  const { database } = parts
  const { answerSeconds, deadlineSeconds } = provider.limits
  if (provider.upload === undefined) return null
  const upload = provider.upload.bind(provider)
  const locked = <Result>(change: (transaction: Transaction) => Promise<Result>) =>
    database.transaction(async (transaction) => ((await lockJob(transaction, job.id)) ? change(transaction) : null))

  await locked((transaction) => runUploading(transaction, claimOf(run), { deadlineSeconds }))
  const request = parseRequest(parts, job, provider)
  const reference = await callProvider(provider, 'upload', answerSeconds, (own) => upload(request, own), signal)
  await database.transaction(async (transaction) => {
    await lockJob(transaction, job.id)
    await runUploaded(transaction, claimOf(run), reference)
    if (provider.forget !== undefined)
      await noteArtifact(transaction, { runId: run.id, provider: provider.id, reference })
  })
  return reference
}

/**
 * Only this process has the answer: an unavailable database or bucket must not lose it, for up to an hour. If that does
 * happen, the log has the reference, with which a person can still find the work that was paid for.
 */
const persistently = async <Result>(
  { logger }: RemoteRun,
  record: () => Promise<Result>,
  submitted: Submitted | null = null,
): Promise<Result> => {
  try {
    return await withRetries(record, {
      pausesMs: [100, 200, 500, 1000, 2000, 4000, ...Array.from({ length: recordingMs / 8000 }, () => 8000)],
      windowMs: recordingMs,
      judge: (error) => ({ retry: mayPass(error) && !(error instanceof DatabaseClosedError) }),
    })
  } catch (error) {
    const reference = submitted?.kind === 'submitted' ? submitted.reference : null
    logger.error({ err: error, reference }, 'the outcome of the submit could not be recorded')
    throw error
  }
}

/** How long the process tries to record an answer. */
const recordingMs = 3_600_000

/** The claim under which the answer is recorded; null when it is no longer needed. */
const takeClaim = async (
  transaction: Transaction,
  { job, run }: RemoteRun,
  submission: SubmissionNote,
): Promise<Claim | null> =>
  (await lockJob(transaction, job.id)) ? takeForAnswer(transaction, run.id, submission) : null

const recordAnswer = async (
  parts: WorkerParts,
  work: RemoteRun,
  submission: SubmissionNote,
  submitted: Submitted,
): Promise<void> => {
  const { run, provider } = work
  const { database, queue } = parts
  if (submitted.kind === 'done') {
    const parsed = { ...work, document: submitted.document, warnings: askedAgain(provider, submission.number) }
    const never = new AbortController().signal
    try {
      await recordParsed(parts, parsed, never, (transaction) => takeForAnswer(transaction, run.id, submission))
    } catch (error) {
      if (!(error instanceof RenderFailure)) throw error
      const { code, message } = error
      work.logger.error({ err: error, code }, "the vendor's answer cannot become a result")
      await database.transaction(async (transaction) => {
        const claim = await takeClaim(transaction, work, submission)
        if (claim !== null) await failRun(parts, transaction, claim, { code, message })
      })
    }
    return
  }
  const { reference, pollInSeconds } = submitted
  const { deadlineSeconds } = provider.limits
  const pauseSeconds = Math.min(pollInSeconds, deadlineSeconds)
  await database.transaction(async (transaction) => {
    const claim = await takeClaim(transaction, work, submission)
    if (provider.forget !== undefined)
      await noteArtifact(transaction, { runId: run.id, provider: provider.id, reference })
    if (claim === null) return
    if (await runSubmitted(transaction, claim, { reference, pauseSeconds, deadlineSeconds }))
      await queue.enqueue(transaction, { runId: run.id }, { delaySeconds: pauseSeconds })
  })
}

/** Records that the vendor has certainly not accepted the submit, or that the outcome is unknown. */
const recordNoAnswer = async (
  parts: WorkerParts,
  work: RemoteRun,
  { submission, state, error }: { submission: SubmissionNote; state: RemoteState; error: unknown },
): Promise<void> => {
  const { job, run, provider, logger } = work
  const refusal = error instanceof ProviderFailure && error.notAccepted ? error : null
  const mayRetry = refusal?.transient === true && !(hasFallback(job, run) && run.failures >= maxRetriesBeforeFallback)
  const pauseSeconds = mayRetry ? pauseBefore(state.secondsLeft, run.failures, refusal.retryAfterSeconds) : null
  logger.warn({ err: error, refused: refusal !== null, whenUnknown: provider.whenUnknown }, 'the submit failed')
  await parts.database.transaction(async (transaction) => {
    const claim = await takeClaim(transaction, work, submission)
    if (claim === null) return
    if (refusal === null) return outcomeUnknown(parts, transaction, work, claim)
    if (!refusal.charged) await takeBackSpending(transaction, run.id, submission.number)
    if (pauseSeconds === null) {
      const { code, message } = refusal
      await failRun(parts, transaction, claim, { code, message, refused: true })
    } else if (await runRefused(transaction, claim)) {
      await parts.queue.enqueue(transaction, { runId: run.id }, { delaySeconds: pauseSeconds })
    }
  })
}
