import type { StoredJob, Run } from '../../jobs/job.ts'
import { answerExpected, runSubmitted, takeForAnswer, type RecordedSubmission } from '../../jobs/remote-runs.ts'
import { lockJob } from '../../jobs/transitions.ts'
import { noteArtifact } from '../../jobs/vendor-artifacts.ts'
import { ProviderFailure, type RemoteProvider, type Submitted } from '@polyparse/providers/port'
import { UnreadAnswer } from '@polyparse/providers/port'
import { failRun } from '../fallback.ts'
import { mayPass } from '../may-pass.ts'
import { recordParsed } from '../outcomes.ts'
import type { WorkerParts } from '../parts.ts'
import { RenderFailure } from '../rendering/renderer.ts'
import type { Refused, Unread } from './answer-spool.ts'
import type { RemoteRun } from './remote-run.ts'
import { recordRefusal } from './refusal.ts'
import { askedAgain } from './unknown.ts'
import { untilRecorded } from './until-recorded.ts'

type Accepted = Extract<Submitted, { kind: 'submitted' }>
type Done = Extract<Submitted, { kind: 'done' }>

/**
 * The time that other workers wait for an answer that a process has announced, since its last announcement: a machine
 * that does not come back within this time has lost it.
 */
const expectedSeconds = 3600

/**
 * Records a vendor's answer, which is kept on the disk until then: neither an outage, however long, nor the death of
 * the process loses it. If it cannot be recorded at all, the log has the reference, with which a person can still find
 * the work that was paid for.
 */
export const keepAndRecord = async (
  parts: WorkerParts,
  work: RemoteRun,
  submission: RecordedSubmission,
  submitted: Submitted | Refused | Unread,
): Promise<void> => {
  const { job, run, provider, logger } = work
  const { answerSpool } = parts
  const answer = { jobId: job.id, runId: run.id, provider: provider.id, submission, submitted }
  const name = await answerSpool.keep(answer).catch((error: unknown) => {
    logger.error({ err: error }, "a vendor's answer cannot be kept on the disk: it is lost if this process ends")
    return null
  })
  try {
    await untilRecorded(logger, () => {
      switch (submitted.kind) {
        case 'done':
          return recordDocument(parts, work, submission, submitted)
        case 'unread':
          return recordUnread(parts, work, submission, submitted)
        case 'submitted':
          return recordReference(parts, answer, { submission, submitted, provider })
        case 'refused':
          return recordRefusal(parts, answer, submission, submitted)
      }
    })
  } catch (error) {
    if (name !== null) answerSpool.release(name)
    const reference = submitted.kind === 'submitted' ? submitted.reference : null
    logger.error({ err: error, reference, kept: name !== null }, "a vendor's answer could not be recorded")
    throw error
  }
  if (name === null) return
  await answerSpool.remove(name).catch((error: unknown) => {
    // The next round of the recovery removes it.
    answerSpool.release(name)
    logger.warn({ err: error }, "a vendor's answer that was recorded could not be removed, will retry")
  })
}

/** The vendor has accepted the work. If nobody needs it any more, the vendor is to delete it. */
export const recordReference = async (
  { database, queue }: WorkerParts,
  { jobId, runId }: { readonly jobId: string; readonly runId: string },
  answer: {
    readonly submission: RecordedSubmission
    readonly submitted: Accepted
    readonly provider: RemoteProvider
  },
): Promise<void> => {
  const { submission, submitted, provider } = answer
  const { reference, pollInSeconds } = submitted
  const { deadlineSeconds } = provider.limits
  const pauseSeconds = Math.min(pollInSeconds, deadlineSeconds)
  await database.transaction(async (transaction) => {
    const isOpen = await lockJob(transaction, jobId)
    const claim = isOpen ? await takeForAnswer(transaction, runId, submission) : null
    if (provider.forget !== undefined) await noteArtifact(transaction, { runId, provider: provider.id, reference })
    if (claim === null) return
    if (await runSubmitted(transaction, claim, { reference, pauseSeconds, deadlineSeconds }))
      await queue.enqueue(transaction, { runId }, { delaySeconds: pauseSeconds })
  })
}

/**
 * The vendor has answered with the document. While the storage is away other workers are told to wait for the answer,
 * and nothing is stored once nobody needs it.
 */
export const recordDocument = async (
  parts: WorkerParts,
  work: RemoteRun,
  submission: RecordedSubmission,
  { document }: Done,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> => {
  const { run, provider } = work
  const parsed = { ...work, document, warnings: askedAgain(provider, submission.number) }
  const record = (): Promise<void> =>
    recordParsed(parts, parsed, signal, (transaction) => takeForAnswer(transaction, run.id, submission))
  try {
    await record().catch((error: unknown) => {
      if (error instanceof RenderFailure && error.transient) return record()
      throw error
    })
  } catch (error) {
    if (error instanceof RenderFailure) return recordUnusable(parts, work, submission, error)
    if (!mayPass(error) || (await announceAnswer(parts, run.id, submission))) throw error
  }
}

/** The number of times that a received answer is read again, each time for as long as the clock allows. */
const maxReadings = 5

/**
 * Reads an answer that could not be read when it came, and records the document, or why there is none. Nothing else reads
 * one again meanwhile in this process.
 */
export const recordUnread = async (
  parts: WorkerParts,
  work: RemoteRun,
  submission: RecordedSubmission,
  { order }: Unread,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> => {
  const { job, run, logger } = work
  for (let reading = 1; ; reading += 1) {
    if (!(await announceAnswer(parts, run.id, submission))) return
    try {
      const document = await parts.answerReadings.run('', () => parts.answers.read(order, signal), signal)
      return await recordDocument(parts, work, submission, { kind: 'done', document }, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof ProviderFailure)) throw error
      logger.warn({ err: error, reading }, "a vendor's answer could not be read")
      if (error instanceof UnreadAnswer && reading < maxReadings) continue
      const { code, message } = error
      const refused = { kind: 'refused', code, message, charged: true, isOutage: false, retryInSeconds: null } as const
      return await recordRefusal(parts, { jobId: job.id, runId: run.id }, submission, refused)
    }
  }
}

/** Tells other workers that this answer will come; false when it is no longer needed. */
export const announceAnswer = (
  { database }: WorkerParts,
  runId: string,
  submission: RecordedSubmission,
): Promise<boolean> => answerExpected(database, runId, submission, { seconds: expectedSeconds })

const recordUnusable = async (
  parts: WorkerParts,
  { job, run, logger }: { readonly job: StoredJob; readonly run: Run } & Pick<RemoteRun, 'logger'>,
  submission: RecordedSubmission,
  error: RenderFailure,
): Promise<void> => {
  const { code, message } = error
  logger.error({ err: error, code }, "the vendor's answer cannot become a result")
  await parts.database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, job.id))) return
    const claim = await takeForAnswer(transaction, run.id, submission)
    if (claim !== null) await failRun(parts, transaction, claim, { code, message })
  })
}
