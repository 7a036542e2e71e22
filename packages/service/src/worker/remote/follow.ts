import { pageAnswersOf } from '../../jobs/page-answers.ts'
import { runPolled, type RemoteState } from '../../jobs/remote-runs.ts'
import { lockJob } from '../../jobs/transitions.ts'
import type { ParsedDocument } from '@polyparse/providers/port'
import { type Polled, ProviderFailure, type Reference } from '@polyparse/providers/port'
import { failRun } from '../fallback.ts'
import { claimOf, recordParsed } from '../outcomes.ts'
import { parseRequest } from '../parse-request.ts'
import type { WorkerParts } from '../parts.ts'
import { retryUntilDeadline } from './retry-until-deadline.ts'
import { callProvider } from './call.ts'
import type { RemoteRun } from './remote-run.ts'
import { askedAgain, workLost } from './unknown.ts'

const usualPollSeconds = 60

/**
 * Asks the vendor once how far it is, and fetches the result if there is one; otherwise enqueues the next poll. Work
 * that is done counts even after the deadline, if it was us who came late. Until then transient failures are tolerated.
 */
export const follow = async (
  parts: WorkerParts,
  work: RemoteRun,
  state: RemoteState,
  signal: AbortSignal,
): Promise<void> => {
  const { provider, logger } = work
  if (state.reference === null) throw new TypeError('a submitted run has a reference')
  try {
    const asked = await pollRemoteRun(parts, work, state.reference, signal)
    signal.throwIfAborted()
    if ('document' in asked) {
      const warnings = askedAgain(provider, state.submissions)
      await recordParsed(parts, { ...work, document: asked.document, warnings }, signal)
    } else {
      await sendOff(parts, work, asked, state.secondsLeft)
    }
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof ProviderFailure && error.gone)) return retryUntilDeadline(parts, work, state, error, signal)
    logger.warn({ err: error, whenUnknown: provider.whenUnknown }, 'the vendor has lost the work')
    await loseWork(parts, work)
  }
}

const pollRemoteRun = async (
  parts: WorkerParts,
  { job, run, provider }: RemoteRun,
  reference: Reference,
  signal: AbortSignal,
): Promise<{ document: ParsedDocument } | Working> => {
  const asked = {
    reference,
    request: parseRequest(parts, { job, run }, provider),
    answers: pageAnswersOf(parts.database, claimOf(run)),
  }
  const seconds = provider.limits.pollSeconds ?? usualPollSeconds
  const polled = await callProvider(provider, 'poll', seconds, (own) => provider.poll(asked, own), signal)
  if (polled.kind !== 'ready') return polled
  const { deadlineSeconds } = provider.limits
  return {
    document: await callProvider(provider, 'fetch', deadlineSeconds, (own) => provider.fetch(asked, own), signal),
  }
}

type Working = Extract<Polled, { kind: 'working' }>

const sendOff = async (
  parts: WorkerParts,
  { job, run, provider }: RemoteRun,
  { pollInSeconds, progress }: Working,
  secondsLeft: number,
): Promise<void> => {
  const pauseSeconds = Math.min(pollInSeconds, Math.max(0, secondsLeft))
  const message = `${provider.name} did not finish within ${provider.limits.deadlineSeconds} s.`
  await parts.database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, job.id))) return
    if (secondsLeft <= 0) await failRun(parts, transaction, claimOf(run), { code: 'timeout', message })
    else if (await runPolled(transaction, claimOf(run), { pauseSeconds, ...(progress !== undefined && { progress }) }))
      await parts.queue.enqueue(transaction, { runId: run.id }, { delaySeconds: pauseSeconds })
  })
}

const loseWork = async (parts: WorkerParts, work: RemoteRun): Promise<void> => {
  await parts.database.transaction(async (transaction) => {
    if (await lockJob(transaction, work.job.id)) await workLost(parts, transaction, work, claimOf(work.run))
  })
}
