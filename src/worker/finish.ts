import type { Logger } from 'pino'
import type { ProviderEntry } from '../contract/results.ts'
import { carryOutDeletions } from '../jobs/deletions.ts'
import { endJob, type JobEnd } from '../jobs/end.ts'
import type { Job, Run, StoredResult } from '../jobs/job.ts'
import { newResultPath } from '../jobs/paths.ts'
import { readJobForOperator } from '../jobs/read.ts'
import type { WorkerParts } from './parts.ts'
import { readResult, storeResult } from './store-result.ts'

/**
 * Ends the job when all its runs have ended, or when the first has failed before it could prepare the source for the
 * others; safe to call as often as one likes. The source goes first: once every run
 * has its outcome nobody needs it, so a caller never sees an ended job whose source is still there.
 */
export const finishJob = async (parts: WorkerParts, jobId: string): Promise<void> => {
  const { database, blobs, clock, logger } = parts
  const found = await readJobForOperator(database, jobId)
  if (found === null || found.job.completedAt !== null) return
  const { job, runs } = found
  const preparing = job.source.detectedMediaType === null ? runs[0] : undefined
  if (preparing?.status === 'failed') return failJob(parts, jobId, preparing.error?.message ?? 'cancelled')
  if (runs.some(isOpen)) return

  const sourceGone = await deleteSource(parts, job)
  const end = job.operation === 'parse' ? parseEnd(runs) : await compareEnd(parts, job, runs)
  const ended = await database.transaction((transaction) => endJob(transaction, jobId, end, clock(), { sourceGone }))
  if (ended === null) {
    if (job.operation === 'compare' && end.status === 'complete') await blobs.delete(end.result.path)
    return
  }
  logger.info({ jobId, status: end.status }, 'job ended')
  await deleteReleased(parts, logger, ended.deletions)
}

/** Ends the job as failed whatever its runs do: its source cannot be had. */
export const failJob = async (parts: WorkerParts, jobId: string, error: string): Promise<void> => {
  const { database, clock, logger } = parts
  const ended = await database.transaction((transaction) =>
    endJob(transaction, jobId, { status: 'failed', error }, clock()),
  )
  if (ended === null) return
  logger.info({ jobId, status: 'failed' }, 'job ended')
  await deleteReleased(parts, logger, ended.deletions)
}

const isOpen = ({ status }: Run): boolean => status === 'waiting' || status === 'working'

const deleteSource = async ({ blobs, logger }: WorkerParts, job: Job): Promise<boolean> => {
  if (job.source.path === null) return true
  try {
    await blobs.delete(job.source.path)
    return true
  } catch (error) {
    logger.error({ err: error, jobId: job.id }, 'the source could not be deleted, it will be tried again')
    return false
  }
}

const deleteReleased = async (parts: WorkerParts, logger: Logger, paths: readonly string[]): Promise<void> => {
  const { errors } = await carryOutDeletions(parts, paths)
  for (const error of errors) logger.error({ err: error }, 'a blob could not be deleted, it will be tried again')
}

const parseEnd = ([run]: readonly Run[]): JobEnd => {
  if (run?.status === 'parsed' && run.result !== null) return { status: 'complete', result: run.result }
  return { status: 'failed', error: run?.error?.message ?? `${run?.provider} cannot read this type of document.` }
}

/** A compare is complete once every provider has an outcome, whatever it is. */
const compareEnd = async ({ blobs, clock }: WorkerParts, job: Job, runs: readonly Run[]): Promise<JobEnd> => {
  const path = newResultPath(job.id)
  const result = await storeResult(
    blobs,
    path,
    comparison(job, runs, clock(), (of) => readResult(blobs, of)),
  )
  return { status: 'complete', result }
}

async function* comparison(
  job: Job,
  runs: readonly Run[],
  completedAt: Date,
  read: (result: StoredResult) => Promise<AsyncIterable<Uint8Array>>,
): AsyncGenerator<string | Uint8Array> {
  const startedAt = job.startedAt ?? completedAt
  const timing = {
    startedAt: startedAt.toISOString(),
    completedAt: completedAt.toISOString(),
    durationMs: completedAt.getTime() - startedAt.getTime(),
  }
  const input = job.source.url ?? job.source.filename
  yield `{"id":"${job.id}","status":"complete","result":{"input":${JSON.stringify(input)}`
  yield `,"outputs":${JSON.stringify(job.outputs)},"timing":${JSON.stringify(timing)},"providers":[`
  for (const [index, run] of runs.entries()) {
    if (index > 0) yield ','
    if (run.result === null) yield JSON.stringify(entryWithoutResult(run))
    else {
      const head = { provider: run.provider, status: run.status, durationMs: duration(run) }
      yield `${JSON.stringify(head).slice(0, -1)},"result":`
      yield* await read(run.result)
      yield '}'
    }
  }
  yield ']}}'
}

const entryWithoutResult = (run: Run): ProviderEntry =>
  run.status === 'unsupported'
    ? { provider: run.provider, status: 'unsupported', durationMs: 0 }
    : {
        provider: run.provider,
        status: 'failed',
        durationMs: duration(run),
        error: { ...(run.error ?? { code: 'internal_error', message: 'The run failed without a reason.' }) },
      }

const duration = ({ startedAt, endedAt }: Run): number =>
  startedAt === null || endedAt === null ? 0 : endedAt.getTime() - startedAt.getTime()
