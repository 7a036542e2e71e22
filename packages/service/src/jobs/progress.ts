import type { JobErrorCode, JobStatus } from '@polyparse/contract'
import type { Queryable } from '../db/database.ts'
import type { RunStatus } from './job.ts'

/** How far a job and each of its runs have come, the runs in the order of the result. */
export type Progress = {
  readonly status: JobStatus
  readonly errorCode: JobErrorCode | null
  readonly runs: readonly { readonly provider: string; readonly status: RunStatus }[]
}

/** All at one moment, in one statement; null if the job no longer exists. */
export const readProgress = async (database: Queryable, jobId: string): Promise<Progress | null> => {
  const rows = await database.query<ProgressRow>(
    // Between two polls no worker holds the run, but the vendor is working on it.
    `select jobs.status, jobs.error_code, runs.provider,
       case when runs.status = 'waiting' and runs.remote_step is not null then 'working' else runs.status end as run_status
     from jobs join runs on runs.job_id = jobs.id where jobs.id = $1 order by runs.position`,
    [jobId],
  )
  const [first] = rows
  return first === undefined
    ? null
    : {
        status: first.status,
        errorCode: first.status === 'failed' ? first.error_code : null,
        runs: rows.map((row) => ({ provider: row.provider, status: row.run_status })),
      }
}

type ProgressRow = { status: JobStatus; error_code: JobErrorCode | null; provider: string; run_status: RunStatus }
