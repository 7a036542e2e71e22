import { type Queryable, unsynced } from '../db/database.ts'
import type { Claim } from './transitions.ts'

/** A page that has been read, as a serialized document of it alone. */
export type PageToKeep = { readonly page: number; readonly document: Uint8Array }

/**
 * Keeps pages of the attempt that goes on, each in place of what an earlier one has read. Lost in a crash of the database,
 * they come with the result.
 */
export const keepReadPages = async (
  database: Queryable,
  { runId, attempt }: Claim,
  pages: readonly PageToKeep[],
): Promise<void> => {
  await database.query(
    `insert into read_pages (run_id, page, attempt, document)
     select runs.id, told.page, runs.attempt, decode(told.document, 'base64')
     from runs, unnest($3::integer[], $4::text[]) as told (page, document), (${unsynced}) as unsynced
     where runs.id = $1 and runs.attempt = $2 and runs.status = 'working'
     on conflict (run_id, page) do update set attempt = excluded.attempt, document = excluded.document
       where read_pages.attempt <= excluded.attempt`,
    [
      runId,
      attempt,
      pages.map(({ page }) => page),
      pages.map(({ document: { buffer, byteOffset, byteLength } }) =>
        Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
      ),
    ],
  )
}

/**
 * The condition of a query about `read_pages` and `runs` that selects the current pages of a run: those of its latest
 * attempt, while that goes on or has succeeded.
 */
export const areCurrentPages = `read_pages.run_id = runs.id and read_pages.attempt = runs.attempt
  and runs.status in ('working', 'parsed')`

/** A page of an unfinished job; null if no run has told of it. */
export const findReadPage = async (database: Queryable, jobId: string, page: number): Promise<Uint8Array | null> => {
  const [row] = await database.query<{ document: Uint8Array }>(
    `select read_pages.document from runs join read_pages on ${areCurrentPages}
     where runs.job_id = $1 and read_pages.page = $2 order by runs.position limit 1`,
    [jobId, page],
  )
  return row?.document ?? null
}

/** Deletes the pages of jobs that have ended, of one or of all; resolves to how many. */
export const forgetReadPages = async (database: Queryable, jobId: string | null = null): Promise<number> => {
  const rows = await database.query<{ page: number }>(
    `delete from read_pages where ($1::uuid is null or run_id in (select id from runs where job_id = $1))
       and exists (select 1 from runs join jobs on jobs.id = runs.job_id
                   where runs.id = read_pages.run_id and jobs.completed_at is not null)
     returning page`,
    [jobId],
  )
  return rows.length
}
