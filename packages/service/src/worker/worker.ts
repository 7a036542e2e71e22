import type { Logger } from 'pino'
import type { Transaction } from '../db/database.ts'
import { claimRun, type Claimed } from '../jobs/claim.ts'
import { isFilling } from '../jobs/filling.ts'
import type { StoredJob, Run } from '../jobs/job.ts'
import { forgetPageAnswers } from '../jobs/page-answers.ts'
import { forgetReadPages } from '../jobs/read-pages.ts'
import { readRun } from '../jobs/read.ts'
import { acquirePlace, unblockRuns } from '../jobs/places.ts'
import { lockClaim, lockJob, runFailed, runHandedBack, startRun } from '../jobs/transitions.ts'
import { isRemote, ProviderFailure } from '@polyparse/providers/port'
import { inSpan, markFailed, SpanKind, type SpanOptions } from '../lib/tracing.ts'
import type { DueRun, Slot } from '../queue/queue.ts'
import { judge, maxDeaths, pauseAfterDeaths } from './failure.ts'
import { fetchForRun, urlToFetch } from './fetch.ts'
import { endParse, finishJob, isAlone } from './finish.ts'
import { runHeld, runTakenOver } from './events.ts'
import { claimOf, handBack, recordFailure, recordParsed, type Begun } from './outcomes.ts'
import { fillSchema } from './filling/fill-schema.ts'
import { endWithAnswered } from './filling/kept-filling.ts'
import { parseRequest } from './parse-request.ts'
import type { WorkerParts } from './parts.ts'
import { prepareUpload, settleSource } from './prepare.ts'
import { forgetArtifacts } from './remote/forget.ts'
import type { Signals } from './remote/remote-run.ts'
import { askRemote } from './remote/ask.ts'
import { supports } from './supports.ts'
import { withinDeadline } from './within-deadline.ts'

/**
 * Works on one run in its kind of slot. The run may come again at any point: every step reads the tables first.
 *
 * Rejects when the run is to be due again: after a hand-back, or when the database is unavailable.
 */
export const workOn = (parts: WorkerParts, due: DueRun, stopping: AbortSignal, slot: Slot = 'run'): Promise<void> =>
  slot === 'fetch' ? fetchForRun(parts, due, stopping) : work(parts, due, stopping)

/**
 * Claims the run, prepares an uploaded source if that has not been done, asks the provider, records the outcome, and
 * ends the job with its last run. Everything is written under the attempt that was claimed.
 */
const work = async (parts: WorkerParts, { runId }: DueRun, stopping: AbortSignal): Promise<void> => {
  const claimed = await claimRun(parts.database, runId)
  const known = claimed ?? (await readRun(parts.database, runId))
  // A vendor may still have something of an erased job.
  if (known === null) return void (await forgetArtifacts(parts, runId))
  const { job, run } = known
  if (claimed?.takenOver === true) runTakenOver.emit({ provider: run.provider })
  let hasEnded = false
  if (claimed !== null && (await isSafe(parts, claimed))) {
    hasEnded = await holding(run, () =>
      inSpan(`run ${run.provider}`, spanOptionsOfRun(job, run), () => workOnRun(parts, job, run, stopping)),
    )
    const limit = parts.limits.concurrency.get(run.provider)
    if (limit !== undefined) await unblockRuns(parts, { provider: run.provider, limit })
  }
  if (!hasEnded) await finishJob(parts, job.id, stopping)
  if (job.provisionalPages) await forgetReadPages(parts.database, job.id)
  const provider = parts.providers.get(run.provider)
  if (provider !== undefined && isRemote(provider)) {
    await forgetPageAnswers(parts.database, runId)
    await forgetArtifacts(parts, runId)
  }
}

/**
 * Tells whether the run may be worked on now; ends it when its process has died too often. A document that kills its process
 * ends other runs with it. So after the second death a run is delivered again only after a pause, apart from the
 * others.
 */
const isSafe = async (parts: WorkerParts, { job, run, takenOver }: Claimed): Promise<boolean> => {
  const { database, queue, clock } = parts
  if (!takenOver || run.deaths < 2) return true
  const message = `The worker process died ${run.deaths} times while working on this document.`
  if (run.deaths >= maxDeaths && isFilling(run) && (await endWithAnswered(parts, { job, run }, message))) return false
  await database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, run.jobId))) return
    if (run.deaths >= maxDeaths) {
      await runFailed(transaction, claimOf(run), { code: 'internal_error', message }, clock())
    } else if (await runHandedBack(transaction, claimOf(run))) {
      await queue.enqueue(transaction, { runId: run.id }, { delaySeconds: pauseAfterDeaths(run.deaths) })
    }
  })
  return false
}

/** Continues the trace of the request that created the job. */
const spanOptionsOfRun = (job: StoredJob, run: Run): SpanOptions => ({
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

const holding = async <Result>(run: Run, work: () => Promise<Result>): Promise<Result> => {
  const { provider } = run
  runHeld.emit({ provider, held: true })
  try {
    return await work()
  } finally {
    runHeld.emit({ provider, held: false })
  }
}

/** Resolves to whether the job has ended together with the run. */
const workOnRun = async (parts: WorkerParts, job: StoredJob, run: Run, stopping: AbortSignal): Promise<boolean> => {
  const logger = parts.logger.child({ jobId: job.id, runId: run.id, provider: run.provider, attempt: run.attempt })
  const ending = parts.endings.watch(job)
  const signal = AbortSignal.any([stopping, ending.signal])
  try {
    if (urlToFetch(job) !== null) {
      await leaveToFetch(parts, job, run)
      return false
    }
    const begun = await beginRun(parts, job, run)
    if (begun === null) return false
    return await askProvider(parts, { ...begun, logger }, { signal, stopping, ending: ending.signal })
  } catch (error) {
    if (ending.signal.aborted) return false
    if (stopping.aborted) {
      await handBack(parts, run)
      throw error
    }
    const verdict = judge(error, run)
    markFailed(verdict.code)
    logger[verdict.code === 'internal_error' ? 'error' : 'info']({ err: error, ...verdict }, 'the run failed')
    await recordFailure(parts, run, verdict, stopping)
    return false
  } finally {
    ending.release()
  }
}

/** A source at a URL is fetched in a slot of another kind. */
const leaveToFetch = async ({ database, queue }: WorkerParts, job: StoredJob, run: Run): Promise<void> => {
  await database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, job.id)) || !(await runHandedBack(transaction, claimOf(run)))) return
    await queue.enqueue(transaction, { runId: run.id }, { slot: 'fetch' })
  })
}

/** Prepares an upload if that has not been done, and starts the run. Returns null when there is nothing to ask the provider. */
const beginRun = async (parts: WorkerParts, job: StoredJob, run: Run): Promise<Begun | null> => {
  const { database, limits, providers } = parts
  const source = job.source.detectedMediaType === null ? await prepareUpload(parts, job) : null
  const startedAt = run.startedAt ?? parts.clock()
  const limit = limits.concurrency.get(run.provider)
  const concernsOthers =
    limit !== undefined ||
    (source !== null &&
      (job.operation === 'compare' || !supports(providers.get(run.provider), job, source.detectedMediaType)))
  const start = async (transaction: Transaction): Promise<boolean> => {
    if (!(await lockClaim(transaction, claimOf(run)))) return false
    if (source !== null && (await settleSource(parts, transaction, job, run, source)) !== 'readable') return false
    if (limit !== undefined && !(await acquirePlace(transaction, claimOf(run), { provider: run.provider, limit })))
      return false
    return startRun(transaction, claimOf(run), startedAt)
  }
  // An upload is prepared again if this is lost.
  const isStarted = concernsOthers
    ? await database.transaction(start, { synced: false })
    : await startRun(database, claimOf(run), startedAt, source)
  return isStarted ? { job: { ...job, source: { ...job.source, ...source } }, run, startedAt } : null
}

/** Resolves to whether the job has ended together with the run. */
const askProvider = async (
  parts: WorkerParts,
  begun: Begun & { logger: Logger },
  signals: Signals,
): Promise<boolean> => {
  const { run } = begun
  const provider = parts.providers.get(run.provider)
  if (provider === undefined) throw new ProviderFailure('provider_unavailable', `${run.provider} is no longer enabled.`)
  if (isRemote(provider)) {
    if (isFilling(run)) await fillSchema(parts, { ...begun, provider }, signals.signal)
    else await askRemote(parts, { ...begun, provider }, signals)
    return false
  }
  const { signal } = signals
  const document = await inSpan(`parse ${provider.id}`, { kind: SpanKind.INTERNAL }, () =>
    withinDeadline(begun.job, provider, signal, (own) => provider.parse(parseRequest(parts, begun, provider), own)),
  )
  signal.throwIfAborted()
  const parsed = { ...begun, document }
  if (isAlone(parsed)) return endParse(parts, parsed, signal)
  await recordParsed(parts, parsed, signal)
  return false
}
