import type { FailureCode } from '@polyparse/contract'
import { unsynced, type Queryable, type Transaction } from '../db/database.ts'
import type { StoredResult } from './job.ts'
import type { PreparedSource } from './prepared.ts'
import { writeTag } from './result-tag.ts'
import { countUsage, figureColumns, type RunFigures } from './usage.ts'

/**
 * The transitions of a run. Each is one guarded statement that returns whether it happened: a worker that gets `false`
 * has been overtaken and must not act on its old state. Everything a worker writes is fenced by the attempt it claimed,
 * so a worker that slept through its takeover changes nothing.
 *
 * Transitions of a run take the lock of its job first ({@link lockJob}): the runs of one job end one after the other,
 * and none ends in a job that has ended.
 */

/** Locks the job's row until the transaction ends; false if the job is gone or has ended. */
export const lockJob = async (transaction: Transaction, jobId: string): Promise<boolean> => {
  const rows = await transaction.query('select 1 from jobs where id = $1 and completed_at is null for update', [jobId])
  return rows.length > 0
}

/** The same for a job that has no source yet. */
export const lockUnprepared = async (transaction: Transaction, jobId: string): Promise<boolean> => {
  const rows = await transaction.query(
    'select 1 from jobs where id = $1 and completed_at is null and prepared_at is null for update',
    [jobId],
  )
  return rows.length > 0
}

/** The claim of a worker: an attempt of a run. */
export type Claim = { readonly runId: string; readonly attempt: number }

/** Locks the rows of the job and of the run until the transaction ends; false if the claim no longer holds. */
export const lockClaim = async (transaction: Transaction, { runId, attempt }: Claim): Promise<boolean> => {
  const rows = await transaction.query(
    `with job as (
       select id from jobs
       where id = (select job_id from runs where id = $1) and completed_at is null for update
     )
     select 1 from runs, job where runs.id = $1 and attempt = $2 and runs.status = 'working' for update of runs`,
    [runId, attempt],
  )
  return rows.length > 0
}

/**
 * The provider is about to be asked: records the first time of that, and makes the job `running`. With a source, which
 * has just been prepared, it records that as {@link jobPrepared} does, and returns false if another has done so before.
 * Takes the lock of the job, so that it may be alone in its transaction; what is lost with it is done again.
 */
export const startRun = async (
  database: Queryable,
  { runId, attempt }: Claim,
  now: Date,
  source: PreparedSource | null = null,
): Promise<boolean> => {
  const rows = await database.query(
    `with job as (
       select id from jobs
       where id = (select job_id from runs where id = $1) and completed_at is null
         and ($4::text is null or prepared_at is null) for update
     ), started as (
       update runs set started_at = coalesce(started_at, $3) from job, (${unsynced}) as unsynced
       where runs.id = $1 and attempt = $2 and status = 'working'
       returning job_id
     )
     update jobs set
       status = 'running', started_at = coalesce(jobs.started_at, $3),
       prepared_at = case when $4::text is null then prepared_at else $3 end,
       source_path = coalesce($4, source_path), source_size = coalesce($5, source_size),
       source_sha256 = coalesce($6, source_sha256), source_media_type = coalesce($7, source_media_type),
       detected_media_type = coalesce($8, detected_media_type)
     from started where jobs.id = started.job_id
     returning jobs.id`,
    [
      runId,
      attempt,
      now,
      source?.path ?? null,
      source?.size ?? null,
      source?.sha256 ?? null,
      source?.mediaType ?? null,
      source?.detectedMediaType ?? null,
    ],
  )
  return rows.length > 0
}

/**
 * working → parsed, and what was read is counted; with the lock of the job, so that it may be alone in its transaction.
 */
export const runParsed = async (
  database: Queryable,
  { runId, attempt }: Claim,
  { result, readingPath, pages, cost, ...figures }: RunFigures & { result: StoredResult; readingPath: string | null },
  now: Date,
): Promise<boolean> => {
  const rows = await database.query(
    `with job as (
       select id, account_id, key_id from jobs
       where id = (select job_id from runs where id = $1) and completed_at is null for update
     ), parsed as (
       update runs set
         status = 'parsed', ended_at = $3, result_path = $4, result_size = $5, result_etag = $6, reading_path = $7,
         page_count = $8, cost = $9, ${figureColumns.assignments(10)}
       from job where runs.job_id = job.id and runs.id = $1 and attempt = $2 and status = 'working'
       returning provider
     ), counted as (
       ${countUsage({ now: '$3', pages: '$8', cost: '$9' })}
     )
     select 1 from parsed`,
    [
      runId,
      attempt,
      now,
      result.path,
      result.size,
      writeTag(result),
      readingPath,
      pages,
      cost,
      ...figureColumns.values(figures),
    ],
  )
  return rows.length > 0
}

/**
 * parsed → failed, of a run in an unfinished job whose stored result cannot be read any more. Resolves to the stored
 * blobs, which are to be deleted.
 */
export const runResultLost = async (
  transaction: Transaction,
  runId: string,
  resultPath: string,
  { code, message }: { code: FailureCode; message: string },
): Promise<readonly string[]> => {
  const rows = await transaction.query<{ result_path: string; reading_path: string | null }>(
    `with before as (
       select id, result_path, reading_path from runs
       where id = $1 and status = 'parsed' and result_path = $2 for update
     )
     update runs set
       status = 'failed', error_code = $3, error_message = $4, result_path = null, result_size = null,
       result_etag = null, reading_path = null
     from before where runs.id = before.id
     returning before.result_path, before.reading_path`,
    [runId, resultPath, code, message],
  )
  return rows.flatMap((row) => [row.result_path, ...(row.reading_path === null ? [] : [row.reading_path])])
}

/** The reading of a run in an unfinished job cannot be read any more; the run keeps its result. */
export const runReadingLost = async (
  transaction: Transaction,
  jobId: string,
  readingPath: string,
): Promise<boolean> => {
  const rows = await transaction.query(
    'update runs set reading_path = null where job_id = $1 and reading_path = $2 returning id',
    [jobId, readingPath],
  )
  return rows.length > 0
}

/** working → failed */
export const runFailed = async (
  transaction: Transaction,
  { runId, attempt }: Claim,
  { code, message }: { code: FailureCode; message: string },
  now: Date,
): Promise<boolean> => {
  const rows = await transaction.query(
    `update runs set status = 'failed', ended_at = $3, error_code = $4, error_message = $5
     where id = $1 and attempt = $2 and status = 'working'
     returning id`,
    [runId, attempt, now, code, message],
  )
  return rows.length > 0
}

/** waiting | working → unsupported, before any work; for all of the job's runs with one of the providers. */
export const runsUnsupported = async (
  transaction: Transaction,
  jobId: string,
  providers: readonly string[],
  now: Date,
): Promise<void> => {
  await transaction.query(
    `update runs set status = 'unsupported', ended_at = $3
     where job_id = $1 and provider = any($2) and status in ('waiting', 'working')`,
    [jobId, providers, now],
  )
}

/**
 * working → waiting, after a transient failure; the caller enqueues the next try in the same transaction. An outage of
 * the service's own counts apart, and takes nothing from the time of a vendor that has no work of the run.
 */
export const runWillRetry = async (
  transaction: Transaction,
  { runId, attempt }: Claim,
  { isOutage }: { isOutage: boolean },
): Promise<boolean> => {
  const rows = await transaction.query(
    `update runs set
       status = 'waiting', failures = failures + $3, outages = outages + $4,
       remote_deadline_at = case when $4 = 1 and remote_step is null then null else remote_deadline_at end
     where id = $1 and attempt = $2 and status = 'working'
     returning id`,
    [runId, attempt, isOutage ? 0 : 1, isOutage ? 1 : 0],
  )
  return rows.length > 0
}

/** A run still waits for its source, whose fetch has failed for a while; the caller enqueues the next. */
export const fetchWillRetry = async (
  transaction: Transaction,
  runId: string,
  { isOutage }: { isOutage: boolean },
): Promise<boolean> => {
  const rows = await transaction.query(
    `update runs set failures = failures + $2, outages = outages + $3 where id = $1 and status = 'waiting' returning id`,
    [runId, isOutage ? 0 : 1, isOutage ? 1 : 0],
  )
  return rows.length > 0
}

/**
 * A worker that was taken for dead is alive: it was silent for too long. It has lost the run, but that was no death of
 * the document's doing.
 */
export const workerIsAlive = async (database: Queryable, { runId, attempt }: Claim): Promise<void> => {
  await database.query(
    'update runs set deaths = greatest(deaths - 1, 0) where id = $1 and attempt > $2 and ended_at is null',
    [runId, attempt],
  )
}

/**
 * working → waiting, by a worker that must stop although nothing went wrong: it counts neither as a failure nor as a
 * death.
 */
export const runHandedBack = async (transaction: Transaction, { runId, attempt }: Claim): Promise<boolean> => {
  const rows = await transaction.query(
    `update runs set status = 'waiting' where id = $1 and attempt = $2 and status = 'working' returning id`,
    [runId, attempt],
  )
  return rows.length > 0
}
