import type { Database } from '../db/database.ts'
import { keptNoLonger } from './judgements.ts'
import { jobOfPath } from './paths.ts'
import { recordIsOver, type RecordsBefore } from './record-retention.ts'

/** The maximum number of rows of one statement, so that none holds its locks for long. */
export const batch = 500

/** Gives up results whose retention is over, and what people have corrected in them or, unless the account keeps it longer, said about their disputes. Resolves to the paths of their blobs, whose deletion is requested. */
export const expireResults = async (database: Database, completedBefore: Date, now: Date): Promise<string[]> => {
  const rows = await database.query<{ path: string }>(
    `with expired as (
       select id, result_path from jobs
       where result_path is not null and completed_at <= $1
       order by completed_at limit ${batch} for update skip locked
     ), requested as (
       insert into deletions (path, requested_at) select result_path, $2 from expired on conflict do nothing
     ), forgotten as (
       delete from corrections using expired where job_id = expired.id
     ), unjudged as (
       delete from judgements using expired, accounts where job_id = expired.id and ${keptNoLonger}
     )
     update jobs set result_path = null, result_size = null, result_etag = null, result_damaged_at = null
     from expired where jobs.id = expired.id
     returning expired.result_path as path`,
    [completedBefore, now],
  )
  return rows.map(({ path }) => path)
}

/**
 * Removes the records that are kept no more. Resolves to the paths of results that are still stored,
 * whose deletion is requested.
 */
export const purgeJobs = async (
  database: Database,
  before: RecordsBefore,
  now: Date,
): Promise<{ purged: number; paths: string[] }> => {
  const rows = await database.query<{ path: string | null }>(
    `with old as (
       select id from jobs
       where ${recordIsOver('$1', '$3')}
       order by created_at limit ${batch} for update skip locked
     ), purged as (
       delete from jobs using old where jobs.id = old.id returning jobs.result_path
     ), unjudged as (
       delete from judgements using old, accounts where job_id = old.id and ${keptNoLonger}
     ), requested as (
       insert into deletions (path, requested_at)
       select result_path, $2 from purged where result_path is not null on conflict do nothing
     )
     select result_path as path from purged`,
    [before.created, now, before.completed],
  )
  return { purged: rows.length, paths: rows.flatMap(({ path }) => (path === null ? [] : [path])) }
}

/** A blob without a job or run that owns it; once its job has ended, none ever will. */
export type UnownedBlob = { readonly path: string; readonly jobEnded: boolean }

/** Returns those of the blobs that no job or run owns. The job's id is in the path, so each takes one look-up by key. */
export const unownedBlobs = (database: Database, paths: readonly string[]): Promise<UnownedBlob[]> =>
  database.query<UnownedBlob>(
    `select path, exists (select 1 from jobs where jobs.id = blob.job_id and completed_at is not null) as "jobEnded"
     from unnest($1::text[], $2::uuid[]) as blob (path, job_id)
     where not exists (select 1 from jobs where jobs.id = blob.job_id and (source_path = path or result_path = path))
       and not exists (select 1 from page_images where page_images.job_id = blob.job_id and page_images.path = blob.path)
       and not exists (select 1 from runs where runs.job_id = blob.job_id and (result_path = path or reading_path = path))`,
    [paths, paths.map(jobOfPath)],
  )

/** The creation time of the oldest unfinished job; null if all have ended. */
export const oldestUnfinished = async (database: Database): Promise<Date | null> => {
  const [row] = await database.query<{ created_at: Date }>(
    'select created_at from jobs where completed_at is null order by created_at limit 1',
  )
  return row?.created_at ?? null
}
