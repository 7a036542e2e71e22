import type { Logger } from 'pino'
import { carryOutDeletions, deleteSources, requestDeletion } from '../jobs/deletions.ts'
import { cancelled, endJob, endJobWithRun, type JobEnd } from '../jobs/end.ts'
import { isAdded, modelsOfJob } from '../jobs/filling.ts'
import type { StoredJob, Run } from '../jobs/job.ts'
import { readJobForOperator } from '../jobs/read.ts'
import { lockJob, runResultLost } from '../jobs/transitions.ts'
import { LostResultError, storeComparison } from './comparison.ts'
import { measuredDuration } from './duration.ts'
import { beginFilling } from './filling/plan.ts'
import { assembledEnd, type EndParts } from './escalation/end.ts'
import { whyNot } from './fallback.ts'
import { runEnded } from './events.ts'
import { claimOf, recordRun, storeFor } from './outcomes.ts'
import { pageImagesOf, type KeptPageImages } from './page-images.ts'
import type { WorkerParts } from './parts.ts'
import { codeOfUnsupported } from './supports.ts'
import type { ParsedRun } from './run-result.ts'

/**
 * Ends the job when all its runs have ended, or when the first has failed before it could prepare the source for the
 * others; safe to call any number of times. The source is deleted first, because it is not needed once every run has an
 * outcome: a caller never sees an ended job whose source is still there.
 */
export const finishJob = async (parts: WorkerParts, jobId: string, stopping: AbortSignal): Promise<void> => {
  const { database, blobs, clock, logger } = parts
  const found = await readJobForOperator(database, jobId)
  if (found === null || found.job.completedAt !== null) return
  const { job, runs } = found
  const preparing = job.source.detectedMediaType === null ? runs[0] : undefined
  if (preparing?.status === 'failed') return failUnprepared(parts, job, failureOfRun(preparing))
  if (runs.some(isOpenRun)) return
  if (await beginFilling(parts, job, runs)) return finishJob(parts, jobId, stopping)

  // A parse that one provider has read has them in its result already.
  const isAssembled = job.operation === 'compare' || runs.some(isAdded)
  const pageImages = isAssembled ? await pageImagesBeforeEnd(parts, job, stopping) : null
  const sourceGone = await deleteSource(parts, job)
  const end = await endOfJob(parts, job, runs, { pageImages, stopping })
  if (end === null) return finishJob(parts, jobId, stopping)
  const ended = await endJob(database, jobId, end, clock(), { sourceGone, retries: job.retries })
  if (ended === null) {
    if (end.status === 'complete' && !runs.some(({ result }) => result?.path === end.result.path))
      await blobs.delete(end.result.path)
    return
  }
  for (const run of runs) tellEnd(run)
  logger.info({ jobId, status: end.status }, 'job ended')
  await deleteReleased(parts, logger, ended.deletions)
}

/**
 * Tells whether the run is all that its job consists of: of a parse job it is the first, no other has been tried, and no
 * model is asked.
 */
export const isAlone = ({ job, run }: ParsedRun): boolean =>
  job.operation === 'parse' && run.position === 0 && modelsOfJob(job).length === 0

/**
 * Stores the document and ends the job together with its only run, in one statement; if another provider is to read pages
 * of it, only the run. The source is deleted directly after; its deletion is requested with the end, so that it is made
 * up for if the process dies in between. Resolves to whether the job has ended.
 */
export const endParse = async (parts: WorkerParts, parsed: ParsedRun, signal: AbortSignal): Promise<boolean> => {
  const { database, clock, logger } = parts
  const { job, run, startedAt } = parsed
  const ended = await storeFor(parts, parsed, signal, async (stored) => {
    if (stored.escalation !== null) return (await recordRun(parts, parsed, stored)) && 'escalated'
    const endedAt = clock()
    const end = await endJobWithRun(database, claimOf(run), stored, endedAt)
    return end && { ...end, endedAt }
  })
  if (ended === null || ended === 'escalated') return false
  tellEnd({ ...run, status: 'parsed', startedAt, endedAt: ended.endedAt })
  logger.info({ jobId: job.id, status: 'complete' }, 'job ended')
  await deleteReleased(parts, logger, ended.deletions)
  // An attempt that died may have fetched the source without recording where.
  if (job.source.url !== null) await deleteSource(parts, job)
  return true
}

/** Ends a job that has no source yet, with all its runs, as failed: because its source is unavailable. */
export const failUnprepared = async (parts: WorkerParts, job: StoredJob, failure: FailureOfJobEnd): Promise<void> => {
  const { database, clock, logger } = parts
  const { id: jobId, retries } = job
  const ended = await endJob(database, jobId, { status: 'failed', ...failure }, clock(), { unprepared: true, retries })
  if (ended === null) return
  logger.info({ jobId, status: 'failed' }, 'job ended')
  await deleteReleased(parts, logger, ended.deletions)
  await deleteSource(parts, job)
}

type FailureOfJobEnd = Pick<Extract<JobEnd, { status: 'failed' }>, 'error' | 'errorCode'>

const failureOfRun = ({ error }: Run): FailureOfJobEnd =>
  error === null ? cancelled : { error: error.message, errorCode: error.code }

const tellEnd = (run: Run): void => {
  const { provider, status, error, startedAt } = run
  if (status === 'waiting' || status === 'working') return
  const seconds = startedAt === null ? null : measuredDuration(run) / 1000
  runEnded.emit({ provider, outcome: status, code: error?.code ?? '', seconds })
}

const isOpenRun = ({ status }: Run): boolean => status === 'waiting' || status === 'working'

/** Returns false when some of it is left for the janitor to delete. */
const deleteSource = async ({ blobs, logger }: WorkerParts, { id: jobId, retries }: StoredJob): Promise<boolean> => {
  try {
    await deleteSources(blobs, { jobId, retries })
    return true
  } catch (error) {
    logger.error({ err: error, jobId }, 'the source could not be deleted, will retry')
    return false
  }
}

const deleteReleased = async (parts: WorkerParts, logger: Logger, paths: readonly string[]): Promise<void> => {
  const { errors } = await carryOutDeletions(parts, paths)
  for (const error of errors) logger.error({ err: error }, 'a blob could not be deleted, will retry')
}

/** Makes images of the pages of the source while it is still there; null when the job has ended meanwhile. */
const pageImagesBeforeEnd = async (
  parts: WorkerParts,
  job: StoredJob,
  stopping: AbortSignal,
): Promise<KeptPageImages | null> => {
  const ending = parts.endings.watch(job)
  try {
    return await pageImagesOf(parts, job, AbortSignal.any([stopping, ending.signal]))
  } catch (error) {
    if (ending.signal.aborted) return null
    throw error
  } finally {
    ending.release()
  }
}

/** Null: the job has changed meanwhile, and has to be read again. */
const endOfJob = async (
  parts: WorkerParts,
  job: StoredJob,
  runs: readonly Run[],
  made: EndParts,
): Promise<JobEnd | null> => {
  if (job.operation === 'compare') return compareEnd(parts, job, runs, made)
  const own = runs.filter((run) => !isAdded(run))
  return (await assembledEnd(parts, job, runs, made)) ?? parseEnd(parts, job, own)
}

/** The run that was created last decides; if it has failed, so have all before it. */
const parseEnd = ({ providers }: WorkerParts, job: StoredJob, runs: readonly Run[]): JobEnd => {
  const [run, ...before] = runs
  if (run?.status === 'parsed' && run.result !== null) return { status: 'complete', result: run.result }
  const said = [run, ...before].filter((each) => each !== undefined).toReversed()
  const reason = (each: Run): string => whyNot(each, job, providers)
  const error = said.map((each) => (before.length === 0 ? reason(each) : `${each.provider}: ${reason(each)}`)).join(' ')
  return {
    status: 'failed',
    error,
    errorCode: run?.error?.code ?? codeOfUnsupported(run?.provider ?? '', job, providers),
  }
}

/**
 * A compare is complete once every provider has an outcome of any kind. Returns null if the result of a run is lost:
 * that run has then failed, and the job has to be read again.
 */
const compareEnd = async (
  parts: WorkerParts,
  job: StoredJob,
  runs: readonly Run[],
  made: EndParts,
): Promise<JobEnd | null> => {
  try {
    return { status: 'complete', result: await storeComparison(parts, job, runs, made) }
  } catch (error) {
    if (!(error instanceof LostResultError)) throw error
    await recordLoss(parts, error)
    return null
  }
}

/** Nothing is lost if another worker has ended the job meanwhile and deleted the results that it had assembled. */
const recordLoss = async (parts: WorkerParts, loss: LostResultError): Promise<void> => {
  const { database, clock, logger } = parts
  const { run, path } = loss
  const message = 'The parsed document was lost before the job ended.'
  const paths = await database.transaction(async (transaction) => {
    if (!(await lockJob(transaction, run.jobId))) return []
    const lost = await runResultLost(transaction, run.id, path, { code: 'internal_error', message })
    await requestDeletion(transaction, lost, clock())
    return lost
  })
  if (paths.length === 0) return
  logger.error({ err: loss, jobId: run.jobId, provider: run.provider }, 'the result of a run is lost, the run failed')
  await deleteReleased(parts, logger, paths)
}
