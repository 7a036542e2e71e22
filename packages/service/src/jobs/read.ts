import type { JobStatus } from '@polyparse/contract'
import type { Database, Queryable } from '../db/database.ts'
import { isUuid } from '../db/values.ts'
import type { Job, Run } from './job.ts'
import { jobOfPath } from './paths.ts'
import { fromJson, jobColumns, toJob, toRun, type JobRow, type RunJson, type RunRow } from './rows.ts'

/** The job, if it belongs to the account; an id that is not a UUID is simply not found. */
export const readJob = async (database: Queryable, accountId: string, id: string): Promise<Job | null> => {
  if (!isUuid(id)) return null
  const [row] = await database.query<JobRow>(
    `select ${jobColumns('jobs')} from jobs where id = $1 and account_id = $2`,
    [id, accountId],
  )
  return row === undefined ? null : toJob(row)
}

export const findByIdempotencyKey = async (
  database: Queryable,
  accountId: string,
  idempotencyKey: string,
): Promise<Job | null> => {
  const [row] = await database.query<JobRow>('select * from jobs where account_id = $1 and idempotency_key = $2', [
    accountId,
    idempotencyKey,
  ])
  return row === undefined ? null : toJob(row)
}

export type JobPage = { readonly jobs: readonly Job[]; readonly nextCursor: string | null }

export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError'
}

/**
 * The account's jobs, newest first. The cursor is the id of the last job of the page before: ids are UUID v7, so their
 * order is that of creation, and pages stay correct while jobs are created and erased.
 */
export const listJobs = async (
  database: Queryable,
  accountId: string,
  { status, limit, cursor }: { status?: JobStatus; limit: number; cursor?: string },
): Promise<JobPage> => {
  if (cursor !== undefined && !isUuid(cursor)) throw new InvalidCursorError('not a cursor of this list')
  const rows = await database.query<JobRow>(
    `select * from jobs
     where account_id = $1 and ($2::text is null or status = $2) and ($3::uuid is null or id < $3)
     order by id desc limit $4`,
    [accountId, status ?? null, cursor ?? null, limit + 1],
  )
  return toPage(rows, limit)
}

/** The same for all accounts, for the operator. */
export const listJobsForOperator = async (
  database: Queryable,
  { status, limit }: { status?: JobStatus; limit: number },
): Promise<Job[]> => {
  const rows = await database.query<JobRow>(
    'select * from jobs where $1::text is null or status = $1 order by id desc limit $2',
    [status ?? null, limit],
  )
  return rows.map(toJob)
}

/** A job with its runs in the order of its result, both at one moment. */
export const readJobForOperator = async (database: Database, id: string): Promise<{ job: Job; runs: Run[] } | null> => {
  if (!isUuid(id)) return null
  const [row] = await database.query<JobRow & { runs: RunJson[] }>(
    `select ${jobColumns('jobs')},
       (select coalesce(json_agg(runs order by position), '[]') from runs where job_id = jobs.id) as runs
     from jobs where id = $1`,
    [id],
  )
  return row === undefined ? null : { job: toJob(row), runs: row.runs.map(fromJson).map(toRun) }
}

/** The runs of a job in the order of its result. */
export const readRuns = async (database: Queryable, jobId: string): Promise<Run[]> => {
  const rows = await database.query<RunRow>('select * from runs where job_id = $1 order by position', [jobId])
  return rows.map(toRun)
}

/** A run with its job, which is all that a worker needs. */
export const readRun = async (database: Queryable, runId: string): Promise<{ job: Job; run: Run } | null> => {
  const [run] = await database.query<RunRow>('select * from runs where id = $1', [runId])
  if (run === undefined) return null
  const [job] = await database.query<JobRow>('select * from jobs where id = $1', [run.job_id])
  return job === undefined ? null : { job: toJob(job), run: toRun(run) }
}

/** The run of an unfinished job that has stored its result under this path. */
export const runOfResult = async (database: Queryable, path: string): Promise<Pick<Run, 'id' | 'jobId'> | null> => {
  const [row] = await database.query<{ id: string; job_id: string }>(
    `select runs.id, job_id from runs join jobs on jobs.id = runs.job_id
     where job_id = $1 and runs.result_path = $2 and completed_at is null`,
    [jobOfPath(path), path],
  )
  return row === undefined ? null : { id: row.id, jobId: row.job_id }
}

const toPage = (rows: readonly JobRow[], limit: number): JobPage => {
  const jobs = rows.slice(0, limit).map(toJob)
  return { jobs, nextCursor: rows.length > limit ? (jobs.at(-1)?.id ?? null) : null }
}

/** Whether the retention of the result is over, even if it has not been deleted yet. */
export const resultExpired = (job: Job, now: Date, retentionSeconds: number): boolean =>
  job.status === 'complete' &&
  job.completedAt !== null &&
  (job.result === null || now.getTime() >= job.completedAt.getTime() + retentionSeconds * 1000)
