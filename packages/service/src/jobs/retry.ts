import { randomUUIDv7 } from 'node:crypto'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import { currentTrace } from '../lib/tracing.ts'
import type { Queue } from '../queue/queue.ts'
import { damageOf } from './damage.ts'
import { carryOutDeletions, requestDeletion } from './deletions.ts'
import type { StoredJob, Run } from './job.ts'
import { insertRuns, newRuns } from './new-runs.ts'
import { readRuns, resultExpired } from './read.ts'

/*
 * The retry of a job: complete | failed → queued, under the same id. The document has to be fetched again, because
 * nothing is kept of it after the end, so only a job whose source is a URL can be retried, and only if its request is
 * still known as a whole. The job starts over with new runs: a worker that still holds an old one holds a
 * claim on nothing. What is written about the job as a whole is fenced by the number of its retries.
 */

/** Why a job is not retried, and what its caller can do. */
export const refusals = {
  unfinished: 'The job has not ended: it is queued or running.',
  intact: 'The job is complete and its stored result is intact: read it.',
  expired: 'The retention time of the result is over. Create a new job, with a new idempotency key.',
  source_deleted:
    'The document was uploaded, and it was deleted when the job ended. Upload it again, with a new idempotency key.',
  options_deleted:
    'The provider options, which may contain a password, were deleted when the job ended. Create a new job with them, with a new idempotency key.',
  runs_lost: 'The service has lost which providers the job had. Create a new job, with a new idempotency key.',
} as const

export type RetryRefusal = keyof typeof refusals

export type RetryParts = {
  readonly database: Database
  readonly blobs: BlobStore
  readonly queue: Pick<Queue, 'enqueue'>
  readonly clock: Clock
  readonly resultRetentionSeconds: number
}

/**
 * Runs a job again that has failed, or whose stored result is damaged or missing. Of several requests at once one
 * retries the job, and the others find it retried; so does a repeated request as long as the job is unfinished.
 *
 * `read` reads the job as it is now, or null when it is gone. `admit` is called before the job is retried, and may
 * reject. Resolves to null when the job is gone.
 */
export const retryJob = async (
  parts: RetryParts,
  read: () => Promise<StoredJob | null>,
  admit: () => Promise<void> = async () => {},
): Promise<{ job: StoredJob; refusal: RetryRefusal | null; started: boolean } | null> => {
  let job = await read()
  const known = job?.retries ?? 0
  while (job !== null) {
    const isRetried = job.retries > (job.completedAt === null ? 0 : known)
    if (isRetried) return { job, refusal: null, started: false }
    const refusal = await refusalOfRetry(parts, job)
    if (refusal !== null) return { job, refusal, started: false }
    await admit()
    const started = await queueAgain(parts, job)
    job = await read()
    if (started && job !== null) return { job, refusal: null, started }
  }
  return null
}

const refusalOfRetry = async (parts: RetryParts, job: StoredJob): Promise<RetryRefusal | null> => {
  const { database, blobs, clock, resultRetentionSeconds } = parts
  if (job.completedAt === null) return 'unfinished'
  if (job.status === 'complete') {
    if (job.result === null || resultExpired(job, clock(), resultRetentionSeconds)) return 'expired'
    if (!job.resultDamaged && (await damageOf(blobs, job.result)) === null) return 'intact'
  }
  if (job.source.url === null) return 'source_deleted'
  if (job.optionsDropped) return 'options_deleted'
  return (await readRuns(database, job.id)).some(isRequested) ? null : 'runs_lost'
}

/** A run of a provider that the request names; those of a fallback have negative positions, and one that was added has pages. */
const isRequested = ({ position, pages }: Pick<Run, 'position' | 'pages'>): boolean => position >= 0 && pages === null

/** False if the job has changed since it was read. */
const queueAgain = async (parts: RetryParts, job: StoredJob): Promise<boolean> => {
  const { database, queue, clock } = parts
  const deletions: string[] = []
  const isQueued = await database.transaction(async (transaction) => {
    if (!(await lockEnded(transaction, job))) return false
    const { providers, paths } = await deleteRuns(transaction, job.id)
    const runId = await resetJob(transaction, { job, providers, now: clock() })
    if (runId === null) return false
    deletions.push(...new Set([...paths, ...(job.result === null ? [] : [job.result.path])]))
    await requestDeletion(transaction, deletions, clock())
    // The end that comes is announced, if there is still an address for it.
    await transaction.query('delete from webhook_deliveries where job_id = $1', [job.id])
    await transaction.query('delete from result_deliveries where job_id = $1', [job.id])
    await queue.enqueue(transaction, { runId }, { slot: 'fetch' })
    return true
  })
  if (!isQueued) return false
  await carryOutDeletions(parts, deletions)
  return true
}

/** Locks the job's row until the transaction ends; false unless it is as it was read. */
const lockEnded = async (transaction: Transaction, { id, retries, result }: StoredJob): Promise<boolean> => {
  const rows = await transaction.query(
    `select 1 from jobs
     where id = $1 and completed_at is not null and retries = $2 and result_path is not distinct from $3 for update`,
    [id, retries, result?.path ?? null],
  )
  return rows.length > 0
}

/** Resolves to the providers of the request, in its order, and to the blobs of all runs. */
const deleteRuns = async (transaction: Transaction, jobId: string) => {
  const runs = await transaction.query<{
    provider: string
    position: number
    pages: number[] | null
    result_path: string | null
    reading_path: string | null
  }>('delete from runs where job_id = $1 returning provider, position, pages, result_path, reading_path', [jobId])
  return {
    providers: runs
      .filter(isRequested)
      .toSorted((one, other) => one.position - other.position)
      .map(({ provider }) => provider),
    paths: runs.flatMap((run) => [run.result_path, run.reading_path]).filter((path) => path !== null),
  }
}

/** Resolves to the first of the new runs. */
const resetJob = async (
  transaction: Transaction,
  { job, providers, now }: { job: StoredJob; providers: readonly string[]; now: Date },
): Promise<string | null> => {
  const trace = currentTrace()
  const ids = providers.map(() => randomUUIDv7())
  const [runId] = ids
  const [row] = await transaction.query(
    `with job as (
       update jobs set
         status = 'queued', error = null, error_code = null, page_count = null, completed_at = null, started_at = null, prepared_at = null,
         result_path = null, result_size = null, result_etag = null, result_damaged_at = null,
         fetched_filename = null, source_media_type = null, source_size = null, source_sha256 = null, detected_media_type = null,
         options_dropped = false, retries = retries + 1, retried_at = $3, traceparent = $4, tracestate = $5
       where id = $1 returning id, account_id
     ), ${insertRuns('$2')}
     select id from job`,
    [
      job.id,
      newRuns({ ids, providers, operation: job.operation }),
      now,
      trace?.traceparent ?? null,
      trace?.tracestate ?? null,
    ],
  )
  return row === undefined || runId === undefined ? null : runId
}
