import type { JobErrorCode, JobStatus, RunProgress } from '@polyparse/contract'
import { type Queryable, unsynced } from '../db/database.ts'
import type { RunStatus } from './job.ts'
import { areCurrentPages } from './read-pages.ts'
import type { Claim } from './transitions.ts'

/** The progress of a job and of each of its runs, in the order of the result. */
export type Progress = {
  readonly status: JobStatus
  readonly errorCode: JobErrorCode | null
  readonly runs: readonly RunProgress[]
  /** The pages that each run has told of, if they can be had, each with the attempt that has read it. */
  readonly pages: readonly ToldPage[]
}

type ToldPage = { readonly provider: string; readonly page: number; readonly attempt: number }

/** All at one moment, in one statement; null if the job no longer exists. */
export const readProgress = async (database: Queryable, jobId: string): Promise<Progress | null> => {
  const rows = await database.query<ProgressRow>(
    `select jobs.status, jobs.error_code, runs.attempt, ${progressColumns},
       case when jobs.provisional_pages and jobs.completed_at is null
         then array(select read_pages.page from read_pages where ${areCurrentPages} order by read_pages.page)
       end as told_pages
     from jobs join runs on runs.job_id = jobs.id where jobs.id = $1 order by runs.position`,
    [jobId],
  )
  const [first] = rows
  return first === undefined
    ? null
    : {
        status: first.status,
        errorCode: first.status === 'failed' ? first.error_code : null,
        runs: rows.map(runProgress),
        pages: rows.flatMap(({ provider, attempt, told_pages: told }) =>
          (told ?? []).map((page) => ({ provider, page, attempt })),
        ),
      }
}

/** The columns of {@link RunProgressRow}. Between two polls no worker holds a run, but the vendor is working on it. */
export const progressColumns = `runs.provider, coalesce(runs.page_count, runs.pages_done) as pages_done,
       coalesce(runs.page_count, runs.pages_total) as pages_total,
       case when runs.status = 'waiting' and runs.remote_step is not null then 'working' else runs.status end as run_status`

export type RunProgressRow = {
  provider: string
  run_status: RunStatus
  pages_done: number
  pages_total: number | null
}

export const runProgress = ({ provider, run_status: state, pages_done, pages_total }: RunProgressRow): RunProgress =>
  // Pages of an attempt that failed are read again.
  state === 'waiting' || state === 'unsupported'
    ? { provider, state, pagesDone: 0 }
    : { provider, state, pagesDone: pages_done, ...(pages_total !== null && { pagesTotal: pages_total }) }

type ProgressRow = RunProgressRow & {
  status: JobStatus
  error_code: JobErrorCode | null
  attempt: number
  told_pages: number[] | null
}

/** The attempt goes on. Lost in a crash of the database, it is said again. */
export const runProgressed = async (
  database: Queryable,
  { runId, attempt }: Claim,
  { done, total }: { readonly done: number; readonly total: number | null },
): Promise<void> => {
  await database.query(
    `update runs set pages_done = $3, pages_total = $4 from (${unsynced}) as unsynced
     where id = $1 and attempt = $2 and status = 'working'`,
    [runId, attempt, done, total],
  )
}
