import type { Logger } from 'pino'
import type { Transaction } from '../db/database.ts'
import { isUnavailable } from '../db/errors.ts'
import { claimRun, type Claimed } from '../jobs/claim.ts'
import type { Job, Run } from '../jobs/job.ts'
import { readRun } from '../jobs/read.ts'
import { acquireSlot, unblockRuns } from '../jobs/slots.ts'
import { lockClaim, lockJob, runFailed, runHandedBack, startRun } from '../jobs/transitions.ts'
import { isRemote, ProviderFailure } from '../providers/provider.ts'
import { inSpan, markFailed, SpanKind, type SpanOptions } from '../lib/tracing.ts'
import type { RunMessage } from '../queue/queue.ts'
import { SourceFailure } from '../sources/fetch-source.ts'
import { judge, maxDeaths, pauseAfterDeaths } from './failure.ts'
import { failJob, finishJob } from './finish.ts'
import { runHeld, runTakenOver } from './events.ts'
import { claimOf, handBack, recordFailure, recordParsed, type Begun } from './outcomes.ts'
import { parseRequest } from './parse-request.ts'
import type { WorkerParts } from './parts.ts'
import { obtainSource, settleSource } from './prepare.ts'
import { forgetArtifacts } from './remote/forget.ts'
import type { Signals } from './remote/remote-run.ts'
import { askRemote } from './remote/ask.ts'

/**
 * Works on one message: claims the run, prepares the source if that has not been done, asks the provider, records the
 * outcome, and ends the job with its last run. The message may come again at any point: every step reads the tables
 * first and writes under the attempt it claimed.
 *
 * Rejects when the message is to be delivered again: after a hand-back, or when the database is unavailable.
 */
export const workOn = async (parts: WorkerParts, { runId }: RunMessage, stopping: AbortSignal): Promise<void> => {
  const claimed = await claimRun(parts.database, runId)
  const known = claimed ?? (await readRun(parts.database, runId))
  if (known === null) return
  const { job, run } = known
  if (claimed?.takenOver === true) runTakenOver.emit({ provider: run.provider })
  if (claimed !== null && (await isSafe(parts, claimed))) {
    await holding(run, () =>
      inSpan(`run ${run.provider}`, spanOf(job, run), () => workOnRun(parts, job, run, stopping)),
    )
    const limit = parts.limits.concurrency.get(run.provider)
    if (limit !== undefined) await unblockRuns(parts, { provider: run.provider, limit })
  }
  await finishJob(parts, job.id, stopping)
  const provider = parts.providers.get(run.provider)
  if (provider !== undefined && isRemote(provider)) await forgetArtifacts(parts, runId)
}

/**
 * Whether the run may be worked on now; ends it when its process has died too often. A document that kills its process
 * ends other runs with it. So after the second death a run is delivered again only after a pause, apart from the
 * others.
 */
const isSafe = async (parts: WorkerParts, { run, takenOver }: Claimed): Promise<boolean> => {
  const { database, queue, clock } = parts
  if (!takenOver || run.deaths < 2) return true
  await database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, run.jobId))) return
    if (run.deaths >= maxDeaths) {
      const message = `The worker process died ${run.deaths} times while working on this document.`
      await runFailed(transaction, claimOf(run), { code: 'internal_error', message }, clock())
    } else if (await runHandedBack(transaction, claimOf(run))) {
      await queue.enqueue(transaction, { runId: run.id }, { delaySeconds: pauseAfterDeaths(run.deaths) })
    }
  })
  return false
}

/** Continues the trace of the request that created the job. */
const spanOf = (job: Job, run: Run): SpanOptions => ({
  kind: SpanKind.CONSUMER,
  parent: job.trace,
  attributes: {
    'polyparse.job.id': job.id,
    'polyparse.run.id': run.id,
    'polyparse.run.attempt': run.attempt,
    'polyparse.operation': job.operation,
    'polyparse.provider': run.provider,
  },
})

const holding = async (run: Run, work: () => Promise<void>): Promise<void> => {
  const { provider } = run
  runHeld.emit({ provider, held: true })
  try {
    await work()
  } finally {
    runHeld.emit({ provider, held: false })
  }
}

const workOnRun = async (parts: WorkerParts, job: Job, run: Run, stopping: AbortSignal): Promise<void> => {
  const logger = parts.logger.child({ jobId: job.id, runId: run.id, provider: run.provider, attempt: run.attempt })
  const ending = parts.endings.watch(job.id)
  const signal = AbortSignal.any([stopping, ending.signal])
  try {
    const begun = await begin(parts, job, run, signal)
    if (begun !== null) await askProvider(parts, { ...begun, logger }, { signal, stopping, ending: ending.signal })
  } catch (error) {
    if (ending.signal.aborted) return
    if (stopping.aborted) {
      await handBack(parts, run)
      throw error
    }
    if (error instanceof SourceFailure) {
      logger.info({ err: error }, 'the source is unavailable')
      await failJob(parts, job.id, error.message, claimOf(run))
      return
    }
    const verdict = judge(error, run)
    markFailed(verdict.code)
    logger[verdict.code === 'internal_error' ? 'error' : 'info']({ err: error, ...verdict }, 'the run failed')
    await recordFailure(parts, run, verdict)
  } finally {
    ending.release()
  }
}

/** Prepares the source if that has not been done, and starts the run. Returns null when there is nothing to ask the provider. */
const begin = async (parts: WorkerParts, job: Job, run: Run, signal: AbortSignal): Promise<Begun | null> => {
  const { database, blobs, clock } = parts
  const source =
    job.source.detectedMediaType === null
      ? await inSpan('obtain source', { kind: SpanKind.CLIENT }, () => obtainSource(parts, job, signal))
      : null
  const startedAt = run.startedAt ?? clock()
  const limit = parts.limits.concurrency.get(run.provider)
  const begun = { job: { ...job, source: { ...job.source, ...source } }, run, startedAt }
  const start = async (transaction: Transaction): Promise<'started' | 'settled' | 'overtaken'> => {
    if (!(await lockClaim(transaction, claimOf(run)))) return 'overtaken'
    if (source !== null && !(await settleSource(parts, transaction, job, run, source))) return 'settled'
    if (limit !== undefined && !(await acquireSlot(transaction, claimOf(run), { provider: run.provider, limit })))
      return 'settled'
    return (await startRun(transaction, claimOf(run), startedAt)) ? 'started' : 'settled'
  }
  try {
    const outcome = await database.transaction(start)
    if (outcome === 'overtaken' && source !== null && source.path !== job.source.path) await blobs.delete(source.path)
    return outcome === 'started' ? begun : null
  } catch (error) {
    // If the connection broke, the source may have been recorded nevertheless; then it belongs to the job.
    if (source !== null && source.path !== job.source.path && !isUnavailable(error)) await blobs.delete(source.path)
    throw error
  }
}

const askProvider = async (parts: WorkerParts, begun: Begun & { logger: Logger }, signals: Signals): Promise<void> => {
  const { job, run } = begun
  const provider = parts.providers.get(run.provider)
  if (provider === undefined) throw new ProviderFailure('provider_unavailable', `${run.provider} is no longer enabled.`)
  if (isRemote(provider)) return askRemote(parts, { ...begun, provider }, signals)
  const { signal } = signals
  const document = await inSpan(`parse ${provider.id}`, { kind: SpanKind.INTERNAL }, () =>
    provider.parse(parseRequest(parts, job, provider), signal),
  )
  signal.throwIfAborted()
  await recordParsed(parts, { ...begun, document }, signal)
}
