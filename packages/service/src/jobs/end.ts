import type { JobErrorCode, Operation } from '@polyparse/contract'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import { endedChannel, withWebhook } from './endings.ts'
import { jobEnded, type JobEnded } from './events.ts'
import type { StoredResult } from './job.ts'
import { writeTag } from './result-tag.ts'
import { lockJob, lockUnprepared, type Claim } from './transitions.ts'
import { countUsage, figureColumns, type RunFigures } from './usage.ts'

export type JobEnd =
  | { readonly status: 'complete'; readonly result: StoredResult }
  | { readonly status: 'failed'; readonly error: string; readonly errorCode: JobErrorCode }

/** The end of a job whose caller no longer wants it. */
export const cancelled = { status: 'failed', error: 'cancelled', errorCode: 'cancelled' } as const satisfies JobEnd

const sendAgain = 'Send it again in a new job, with a new idempotency key; if it is at a URL, this job can be retried.'

/** The end of a job whose stored document is gone, as after the loss of a database or bucket that lagged behind. */
export const sourceLost = {
  status: 'failed',
  error: `The service no longer has the document. ${sendAgain}`,
  errorCode: 'source_lost',
} as const satisfies JobEnd

/** The same when the document is there, but its bytes are others than those that were received. */
export const sourceDamaged = {
  ...sourceLost,
  error: `The document was damaged in the storage of the service. ${sendAgain}`,
} as const satisfies JobEnd

type EndJobOptions = { readonly sourceGone?: boolean; readonly unprepared?: boolean; readonly retries?: number }
type Ended = { readonly deletions: readonly string[]; readonly retries: number }

/**
 * queued | running → complete | failed, once; null if the job had ended before.
 *
 * This also drops what an ended job must not keep: secrets in provider options at once, and the source and the runs'
 * own results by way of the deletions it returns, which the caller carries out after the commit. A run's own result is
 * kept only if it is the job's, its reading never. Runs that were still open when the job was cancelled or lost its
 * source fail with it. Where the result was to be delivered is kept of a failed job only if that can be retried.
 *
 * `sourceGone`: the source's blob has been deleted already. `unprepared`: the job fails only while it has no source,
 * because another worker may have found it meanwhile. `retries`: the job ends only if it has not been retried since.
 */
export const endJob = async (
  database: Database,
  jobId: string,
  end: JobEnd,
  now: Date,
  { unprepared = false, ...options }: EndJobOptions = {},
): Promise<Ended | null> => {
  // A complete job has no run under way. In a failed one a run may be about to record its result, so this is read under
  // the lock.
  const ended =
    end.status === 'complete'
      ? await recordEnd(database, jobId, end, now, options)
      : await database.transaction(async (transaction) =>
          (await (unprepared ? lockUnprepared(transaction, jobId) : lockJob(transaction, jobId)))
            ? recordEnd(transaction, jobId, end, now, options)
            : null,
        )
  if (ended !== null) jobEnded.emit(toEvent(ended, end, now))
  return ended === null ? null : { deletions: ended.deletions, retries: ended.retries }
}

/** The same under the lock of the job, in a transaction of the caller's, who calls `tell` after the commit. */
export const endLocked = async (
  transaction: Transaction,
  jobId: string,
  end: JobEnd,
  now: Date,
): Promise<(Ended & { tell(): void }) | null> => {
  const ended = await recordEnd(transaction, jobId, end, now, {})
  if (ended === null) return null
  return { deletions: ended.deletions, retries: ended.retries, tell: () => jobEnded.emit(toEvent(ended, end, now)) }
}

/**
 * The same for a `parse` whose only run has been read: working → parsed, the job is complete with its result, and what
 * was read is counted, in one statement. Null if the claim of the run no longer holds.
 */
export const endJobWithRun = async (
  database: Database,
  { runId, attempt }: Claim,
  { result, pages, cost, ...figures }: RunFigures & { readonly result: StoredResult },
  now: Date,
): Promise<Ended | null> => {
  const [ended] = await database.query<EndedRow>(
    `with job as (
       select id, account_id, key_id, source_path from jobs
       where id = (select job_id from runs where id = $5) and completed_at is null for update
     ), parsed as (
       update runs set status = 'parsed', ended_at = $1, page_count = $9, cost = $10, due_at = null, leased_at = null,
         ${figureColumns.assignments(11)}
       from job where runs.id = $5 and attempt = $6 and runs.status = 'working'
       returning provider
     ), counted as (
       ${countUsage({ now: '$1', pages: '$9', cost: '$10' })}
     ), before as (
       select id, source_path from job
     ), ended as (
       update jobs set
         status = 'complete', result_path = $2, result_size = $7, result_etag = $8, page_count = $9, ${completed}
       from before, parsed where jobs.id = before.id
       returning ${released}
     ), gone (path) as (
       select source_path from ended
     ), ${announcedEnd}`,
    [
      now,
      result.path,
      endedChannel,
      withWebhook,
      runId,
      attempt,
      result.size,
      writeTag(result),
      pages,
      cost,
      ...figureColumns.values(figures),
    ],
  )
  if (ended === undefined) return null
  jobEnded.emit(toEvent(ended, { status: 'complete', result }, now))
  return { deletions: ended.deletions, retries: ended.retries }
}

type EndedRow = {
  deletions: string[]
  operation: Operation
  retries: number
  /** The time of the request for the job, or for its last retry. */
  requested_at: Date
  started_at: Date | null
}

const toEvent = (
  { operation, requested_at: requestedAt, started_at: startedAt }: EndedRow,
  end: JobEnd,
  now: Date,
): JobEnded => {
  const since = (time: Date) => Math.max(0, time.getTime() - requestedAt.getTime()) / 1000
  return {
    operation,
    outcome: end.status === 'failed' && end.errorCode === 'cancelled' ? 'cancelled' : end.status,
    seconds: since(now),
    waitedSeconds: startedAt === null ? null : since(startedAt),
  }
}

/*
 * Parts of the statements that end a job. $1 is the time, $2 the path of the result, $3 the channel of the notification,
 * and $4 its mark for a webhook.
 */

const completed = `completed_at = $1, source_path = null, provider_options = '{}', options_dropped = provider_options <> '{}'`

const released = `jobs.id, account_id, before.source_path, webhook_url, deliver, status, operation, retries,
         coalesce(retried_at, created_at) as requested_at, started_at`

/** Follows the parts `ended`, the job, and `gone`, the paths that it no longer needs. */
const announcedEnd = `requested as (
       insert into deletions (path, requested_at) select path, $1 from gone where path is not null
       on conflict do nothing
     ), announced as (
       insert into webhook_deliveries (job_id, account_id, next_attempt_at)
       select id, account_id, now() from ended where webhook_url is not null
       on conflict do nothing
     ), delivered as (
       insert into result_deliveries (job_id, account_id, target, next_attempt_at)
       select ended.id, account_id, target, now() from ended, jsonb_object_keys(deliver) as target
       where status = 'complete' and deliver is not null
       on conflict do nothing
     )
     select array(select path from gone where path is not null) as deletions, operation, retries,
       requested_at, started_at,
       pg_notify($3, concat_ws(' ', ended.id, case when webhook_url is null and deliver is null then '-' else $4::text end, retries))
     from ended`

const recordEnd = async (
  database: Queryable,
  jobId: string,
  end: JobEnd,
  now: Date,
  { sourceGone = false, retries }: EndJobOptions,
): Promise<EndedRow | null> => {
  const result = end.status === 'complete' ? end.result : null
  const [ended] = await database.query<EndedRow>(
    `with before as (
       select id, source_path from jobs
       where id = $5 and completed_at is null and retries = coalesce($6, retries) for update
     ), ended as (
       update jobs set
         status = $7, error = $8, error_code = $12, result_path = $2, result_size = $9, result_etag = $10,
         page_count = (select max(runs.page_count) from runs where runs.job_id = before.id),
         deliver = case when $7 = 'complete' or source_url is not null then deliver end, ${completed}
       from before where jobs.id = before.id
       returning ${released}
     ), kept as (
       select result_path, reading_path from runs, ended where job_id = ended.id and result_path is not null
     ), closed as (
       update runs set
         status = case when is_open then 'failed' else status end, ended_at = case when is_open then $1 else ended_at end,
         error_message = case when is_open then $8 else error_message end,
         result_path = null, result_size = null, result_etag = null, reading_path = null, due_at = null, leased_at = null
       from (
         select runs.id, $7 = 'failed' and runs.status in ('waiting', 'working') as is_open
         from runs, ended where job_id = ended.id order by runs.id for update of runs
       ) as its
       where runs.id = its.id
     ), gone (path) as (
       select source_path from ended where not $11
       union select result_path from kept where result_path is distinct from $2
       union select reading_path from kept
     ), ${announcedEnd}`,
    [
      now,
      result?.path ?? null,
      endedChannel,
      withWebhook,
      jobId,
      retries ?? null,
      end.status,
      end.status === 'failed' ? end.error : null,
      result?.size ?? null,
      result === null ? null : writeTag(result),
      sourceGone,
      end.status === 'failed' ? end.errorCode : null,
    ],
  )
  return ended ?? null
}
