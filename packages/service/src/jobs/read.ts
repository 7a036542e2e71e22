import type { JobErrorCode, JobStatus, Metadata, Operation, RunProgress } from '@polyparse/contract'
import type { Database, Queryable } from '../db/database.ts'
import { isUuid } from '../db/values.ts'
import type { StoredJob, Run } from './job.ts'
import { jobOfPath } from './paths.ts'
import { progressColumns, runProgress, type RunProgressRow } from './progress.ts'
import { recordIsKept, type RecordsBefore } from './record-retention.ts'
import { fromJson, jobColumns, toJob, toRun, type StoredJobRow, type RunJson, type StoredRunRow } from './rows.ts'

/** The job, if it belongs to the account; an id that is not a UUID is simply not found. */
export const readJob = async (database: Queryable, accountId: string, id: string): Promise<StoredJob | null> => {
  if (!isUuid(id)) return null
  const [row] = await database.query<StoredJobRow>(
    `select ${jobColumns('jobs')} from jobs where id = $1 and account_id = $2`,
    [id, accountId],
  )
  return row === undefined ? null : toJob(row)
}

export const findByIdempotencyKey = async (
  database: Queryable,
  accountId: string,
  idempotencyKey: string,
): Promise<StoredJob | null> => {
  const [row] = await database.query<StoredJobRow>(
    'select * from jobs where account_id = $1 and idempotency_key = $2',
    [accountId, idempotencyKey],
  )
  return row === undefined ? null : toJob(row)
}

/** A job of the list; null is what is not known. */
export type ListedJob = StoredJob & {
  /** Those that were asked for it, in the order of its result. */
  readonly providers: readonly string[]
  /** The cost of all its runs, in millionths of a US dollar. */
  readonly cost: number | null
  /** The rating by which the provider of a `parse` judges its text, 0–1. */
  readonly quality: number | null
  /** The count in all that was read for it. */
  readonly warningCount: number | null
  /** The number of pages of a `parse` of which its reader is not sure, and the one of which it is least sure. */
  readonly doubtedPages: { readonly count: number; readonly worst: number } | null
  /** The progress of its providers; null unless it is running. */
  readonly progress: readonly RunProgress[] | null
}

type ListedRow = StoredJobRow & {
  providers: string[]
  cost: number | null
  quality: number | null
  warning_count: number | null
  doubts: { count: number; worst: number | null } | null
  progress: RunProgressRow[] | null
}

export type JobPage = { readonly jobs: readonly ListedJob[]; readonly nextCursor: string | null }

export class InvalidCursorError extends Error {
  override readonly name = 'InvalidCursorError'
}

/** The filter of a list of jobs; absent members do not matter. */
export type StoredJobFilter = {
  readonly statuses?: readonly JobStatus[]
  readonly operation?: Operation
  /** One that was asked for the job. */
  readonly provider?: string
  readonly batch?: string
  readonly errorCode?: JobErrorCode
  /** Part of the filename or the URL, in any case. */
  readonly name?: string
  /** The id of a job of the same account that has read the same bytes. */
  readonly sameSourceAs?: string
  readonly createdAfter?: Date
  readonly createdBefore?: Date
  /** The labels that it has, among others. */
  readonly metadata?: Metadata
}

type JobListQuery = {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly keptSince: RecordsBefore | null
}

/**
 * The jobs of the account, or with null of all, newest first, but for ended ones whose record is no longer kept. The cursor is the id of the last
 * job of the page before: ids are UUID v7, so their order is that of creation, and pages stay correct while jobs are
 * created and erased.
 */
export const listJobs = async (
  database: Queryable,
  accountId: string | null,
  filter: StoredJobFilter,
  { limit, cursor, keptSince }: JobListQuery,
): Promise<JobPage> => {
  if (cursor !== undefined && !isUuid(cursor)) throw new InvalidCursorError('not a cursor of this list')
  const rows = await database.query<ListedRow>(
    `select ${jobColumns('jobs')}, array(
       select runs.provider from runs where job_id = jobs.id and runs.pages is null order by position
     ) as providers,
       (select sum(cost)::float8 from runs where job_id = jobs.id) as cost,
       (select max(quality)::float8 from runs
        where job_id = jobs.id and runs.pages is null and jobs.operation = 'parse') as quality,
       (select sum(warning_count)::integer from runs
        where job_id = jobs.id and (jobs.operation = 'compare' or runs.id = final.id)) as warning_count,
       case when jobs.operation = 'parse' then final.doubts end as doubts,
       case when jobs.status = 'running' then (
         select json_agg(each order by position) from (
           select position, ${progressColumns} from runs where job_id = jobs.id
         ) as each
       ) end as progress
     from jobs left join lateral (
       -- The last reading is the result: of a fallback, or with pages that another provider has read.
       select id, json_build_object('count', doubted_page_count, 'worst', worst_page) as doubts
       from runs where job_id = jobs.id and runs.status = 'parsed' and runs.pages is distinct from '{}'
       order by ended_at desc, id desc limit 1
     ) as final on true
     where ${accountId === null ? '$1::uuid is null' : 'account_id = $1'} and ($2::uuid is null or jobs.id < $2) and ($3::timestamptz is null or $15::timestamptz is null or ${recordIsKept('$3', '$15')})
       and ($4::text[] is null or status = any($4)) and ($5::text is null or operation = $5)
       and ($6::text is null or exists (
         select 1 from runs where job_id = jobs.id and runs.provider = $6 and runs.pages is null
       ))
       and ($7::timestamptz is null or created_at > $7) and ($8::timestamptz is null or created_at < $8)
       and ($9::jsonb is null or metadata @> $9) and ($10::uuid is null or batch_id = $10)
       and ($11::text is null or strpos(lower(concat_ws(E'\\n', source_filename, fetched_filename, source_url)), lower($11)) > 0)
       and ($12::text is null or jobs.error_code = $12)
       and ($13::uuid is null or source_sha256 = (
         select source_sha256 from jobs as same where same.id = $13 and ($1::uuid is null or same.account_id = $1)
           and ($3::timestamptz is null or $15::timestamptz is null or ${recordIsKept('$3', '$15', 'same')})
       ))
     order by jobs.id desc limit $14`,
    [
      accountId,
      cursor ?? null,
      keptSince?.created ?? null,
      filter.statuses ?? null,
      filter.operation ?? null,
      filter.provider ?? null,
      filter.createdAfter ?? null,
      filter.createdBefore ?? null,
      filter.metadata ?? null,
      filter.batch ?? null,
      filter.name ?? null,
      filter.errorCode ?? null,
      filter.sameSourceAs ?? null,
      limit + 1,
      keptSince?.completed ?? null,
    ],
  )
  const jobs = rows.slice(0, limit).map((row) => ({
    ...toJob(row),
    providers: row.providers,
    cost: row.cost,
    quality: row.quality,
    warningCount: row.warning_count,
    doubtedPages:
      row.doubts === null || row.doubts.worst === null ? null : { count: row.doubts.count, worst: row.doubts.worst },
    progress: row.progress?.map(runProgress) ?? null,
  }))
  return { jobs, nextCursor: rows.length > limit ? (jobs.at(-1)?.id ?? null) : null }
}

/** A job with its runs in the order of its result, both at one moment. */
export const readJobForOperator = async (
  database: Database,
  id: string,
): Promise<{ job: StoredJob; runs: Run[] } | null> => {
  if (!isUuid(id)) return null
  const [row] = await database.query<StoredJobRow & { runs: RunJson[] }>(
    `select ${jobColumns('jobs')},
       (select coalesce(json_agg(runs order by position), '[]') from runs where job_id = jobs.id) as runs
     from jobs where id = $1`,
    [id],
  )
  return row === undefined ? null : { job: toJob(row), runs: row.runs.map(fromJson).map(toRun) }
}

/** The runs of a job in the order of its result. */
export const readRuns = async (database: Queryable, jobId: string): Promise<Run[]> => {
  const rows = await database.query<StoredRunRow>('select * from runs where job_id = $1 order by position', [jobId])
  return rows.map(toRun)
}

/** The providers of some parses, by the ids of their jobs: those that were chosen first, without fallbacks and escalations. */
export const providersOfParses = async (
  database: Queryable,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await database.query<{ id: string; provider: string }>(
    `select jobs.id, runs.provider from jobs join runs on job_id = jobs.id
     where jobs.id = any($1::uuid[]) and operation = 'parse' and position >= 0 and runs.pages is null`,
    [jobIds],
  )
  return new Map(rows.map(({ id, provider }) => [id, provider]))
}

/** A run with its job, which is all that a worker needs. */
export const readRun = async (database: Queryable, runId: string): Promise<{ job: StoredJob; run: Run } | null> => {
  const [run] = await database.query<StoredRunRow>('select * from runs where id = $1', [runId])
  if (run === undefined) return null
  const [job] = await database.query<StoredJobRow>('select * from jobs where id = $1', [run.job_id])
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

/** Returns the time at which the result of a complete job is deleted; null for any other job. */
export const expiryOfResult = (
  { status, completedAt }: Pick<StoredJob, 'status' | 'completedAt'>,
  retentionSeconds: number,
): Date | null =>
  status === 'complete' && completedAt !== null ? new Date(completedAt.getTime() + retentionSeconds * 1000) : null

/** Tells whether the retention of the result is over, even if it has not been deleted yet. */
export const resultExpired = (job: StoredJob, now: Date, retentionSeconds: number): boolean => {
  const expiry = expiryOfResult(job, retentionSeconds)
  return expiry !== null && (job.result === null || now >= expiry)
}
