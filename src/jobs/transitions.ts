import type { FailureCode } from '../contract/failures.ts'
import type { Transaction } from '../db/database.ts'
import type { Run, StoredResult } from './job.ts'
import { toRun, type RunRow } from './rows.ts'

/**
 * The ways a run goes from state to state. Each is one guarded statement that says whether it happened; whoever is told
 * `false` has been overtaken and must not act on what it believed. Everything a worker writes is fenced by the attempt
 * it claimed, so that one that slept through its takeover changes nothing.
 *
 * Transitions of a run take the lock of its job first ({@link lockJob}): the runs of one job end one after the other,
 * and none ends in a job that has ended.
 */

/** Takes the job's row until the transaction ends; false when the job is gone or has ended. */
export const lockJob = async (transaction: Transaction, jobId: string): Promise<boolean> => {
  const rows = await transaction.query('select 1 from jobs where id = $1 and completed_at is null for update', [jobId])
  return rows.length > 0
}

/**
 * waiting | working → working, as a new attempt. A run found `working` belonged to a process that died, or that was
 * taken for dead; that is counted in `deaths`.
 */
export const claimRun = async (transaction: Transaction, runId: string): Promise<Run | null> => {
  const [row] = await transaction.query<RunRow>(
    `update runs set
       status = 'working', attempt = attempt + 1, deaths = deaths + case status when 'working' then 1 else 0 end
     where id = $1 and status in ('waiting', 'working')
     returning *`,
    [runId],
  )
  return row === undefined ? null : toRun(row)
}

/** The claim a worker holds: which attempt of which run. */
export type Claim = { readonly runId: string; readonly attempt: number }

/** Whether the claim still holds. Under the lock of the job it goes on to hold until the transaction ends. */
export const isCurrent = async (transaction: Transaction, { runId, attempt }: Claim): Promise<boolean> => {
  const rows = await transaction.query(`select 1 from runs where id = $1 and attempt = $2 and status = 'working'`, [
    runId,
    attempt,
  ])
  return rows.length > 0
}

/** The provider is about to be asked: notes when, the first time, and turns the job `running`. */
export const startRun = async (transaction: Transaction, { runId, attempt }: Claim, now: Date): Promise<boolean> => {
  const rows = await transaction.query(
    `with started as (
       update runs set started_at = coalesce(started_at, $3)
       where id = $1 and attempt = $2 and status = 'working'
       returning job_id
     )
     update jobs set status = 'running', started_at = coalesce(jobs.started_at, $3)
     from started where jobs.id = started.job_id and jobs.completed_at is null
     returning jobs.id`,
    [runId, attempt, now],
  )
  return rows.length > 0
}

/** working → parsed */
export const runParsed = async (
  transaction: Transaction,
  { runId, attempt }: Claim,
  { result, readingPath }: { result: StoredResult; readingPath: string | null },
  now: Date,
): Promise<boolean> => {
  const rows = await transaction.query(
    `update runs set
       status = 'parsed', ended_at = $3, result_path = $4, result_size = $5, result_etag = $6, reading_path = $7
     where id = $1 and attempt = $2 and status = 'working'
     returning id`,
    [runId, attempt, now, result.path, result.size, result.etag, readingPath],
  )
  return rows.length > 0
}

/**
 * parsed → failed, of a run in an unfinished job whose stored result cannot be read any more. Resolves to what was stored
 * and is to be deleted.
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

/** working → waiting, after a failure that may pass; the caller enqueues the next try in the same transaction. */
export const runWillRetry = async (transaction: Transaction, { runId, attempt }: Claim): Promise<boolean> => {
  const rows = await transaction.query(
    `update runs set status = 'waiting', failures = failures + 1
     where id = $1 and attempt = $2 and status = 'working'
     returning id`,
    [runId, attempt],
  )
  return rows.length > 0
}

/** working → waiting, by a worker that must stop and has done nothing wrong: neither a failure nor a death. */
export const runHandedBack = async (transaction: Transaction, { runId, attempt }: Claim): Promise<boolean> => {
  const rows = await transaction.query(
    `update runs set status = 'waiting' where id = $1 and attempt = $2 and status = 'working' returning id`,
    [runId, attempt],
  )
  return rows.length > 0
}
