import type { Database, Queryable } from '../db/database.ts'
import { newResultPath } from './paths.ts'
import { batch } from './retention.ts'

/** Names the blob for the images of a job's pages before it is written; null when the job has ended or is gone. */
export const beginPageImages = async (database: Queryable, jobId: string): Promise<string | null> => {
  const [row] = await database.query<{ path: string }>(
    `insert into page_images (job_id, path)
     select id, $2 from jobs where id = $1 and completed_at is null
     on conflict (job_id) do update set path = excluded.path, size = null
     returning path`,
    [jobId, newResultPath(jobId)],
  )
  return row?.path ?? null
}

/** The blob is stored. False when another attempt has taken its place. */
export const pageImagesStored = async (database: Queryable, path: string, size: number): Promise<boolean> => {
  const rows = await database.query('update page_images set size = $2 where path = $1 returning 1 as stored', [
    path,
    size,
  ])
  return rows.length > 0
}

/** The blob with the images of a job's pages; null if there is none. */
export const findPageImages = async (database: Queryable, jobId: string): Promise<string | null> => {
  const [row] = await database.query<{ path: string }>(
    'select path from page_images where job_id = $1 and size is not null',
    [jobId],
  )
  return row?.path ?? null
}

/** The blobs of a job with images of its pages, whether all of it is stored or not. */
export const pathsOfPageImages = async (database: Queryable, jobId: string): Promise<string[]> => {
  const rows = await database.query<{ path: string }>('select path from page_images where job_id = $1', [jobId])
  return rows.map(({ path }) => path)
}

/**
 * Gives up the images of jobs that completed then or earlier, and those of jobs that have failed. Resolves to the paths of
 * their blobs, whose deletion is requested with the rows.
 */
export const expirePageImages = async (database: Database, completedBefore: Date): Promise<string[]> => {
  const rows = await database.query<{ path: string }>(
    `with over as (
       select job_id from page_images join jobs on jobs.id = job_id
       where jobs.completed_at <= $1 or jobs.status = 'failed'
       limit ${batch} for update of page_images skip locked
     )
     delete from page_images using over where page_images.job_id = over.job_id
     returning page_images.path`,
    [completedBefore],
  )
  return rows.map(({ path }) => path)
}
