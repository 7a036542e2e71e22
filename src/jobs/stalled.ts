import type { Database } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'

/**
 * Sends off runs of unfinished jobs that no message is on its way for, so that no job stays unfinished for ever even if
 * the queue has lost one. Resolves to how many there were.
 *
 * Of a job that is not prepared only the first run has a message: it sends off the others. A job whose runs have all
 * ended, but not the job, gets a message for its first run, which then finishes it.
 */
export const stalledRuns = async (database: Database, queue: Queue): Promise<number> => {
  const rows = await database.query<{ id: string }>(
    `select runs.id from jobs join runs on runs.job_id = jobs.id
     where jobs.completed_at is null and (
       (jobs.prepared_at is not null and runs.status in ('waiting', 'working'))
       or (runs.position = 0 and (jobs.prepared_at is null or not exists (
         select 1 from runs as open where open.job_id = jobs.id and open.status in ('waiting', 'working')
       )))
     )
     order by jobs.created_at limit 1000`,
  )
  const stalled = await queue.undelivered(rows.map(({ id }) => ({ runId: id })))
  for (const message of stalled) await database.transaction((transaction) => queue.enqueue(transaction, message))
  return stalled.length
}
