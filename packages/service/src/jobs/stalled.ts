import type { Database } from '../db/database.ts'
import type { Queue, RunMessage } from '../queue/queue.ts'

/** The number of jobs whose runs are read at once. */
const jobsAtOnce = 1000

/** A place in the list of unfinished jobs, oldest first. */
export type StalledPosition = { readonly createdAt: string; readonly jobId: string }

/**
 * Runs of unfinished jobs for which there is no message, from the oldest job on or from a position; `next` is null
 * after the last. A blocked run has no message: see slots.ts. Of a job that is not prepared only the first run has one,
 * because it enqueues the others. If all runs of an unfinished job have ended, its first run gets a message and then
 * finishes the job.
 */
export const findStalled = async (
  database: Database,
  queue: Queue,
  from: StalledPosition | null = null,
): Promise<{ stalled: RunMessage[]; next: StalledPosition | null }> => {
  const jobs = await database.query<{ id: string; created_at: string }>(
    `select id, created_at::text from jobs
     where completed_at is null and created_at >= $1 and (created_at, id) > ($1, $2)
     order by created_at, id limit ${jobsAtOnce}`,
    from === null ? ['-infinity', '00000000-0000-0000-0000-000000000000'] : [from.createdAt, from.jobId],
  )
  const runs = await database.query<{ id: string }>(
    `select runs.id from jobs join runs on runs.job_id = jobs.id
     where jobs.id = any($1) and jobs.completed_at is null and (
       (jobs.prepared_at is not null and runs.status in ('waiting', 'working') and runs.place is distinct from 'parked')
       or (runs.position = 0 and (jobs.prepared_at is null or not exists (
         select 1 from runs as open where open.job_id = jobs.id and open.status in ('waiting', 'working')
       )))
     )
     order by jobs.created_at`,
    [jobs.map(({ id }) => id)],
  )
  const stalled = await queue.undelivered(runs.map(({ id }) => ({ runId: id })))
  const last = jobs.length === jobsAtOnce ? jobs.at(-1) : undefined
  return { stalled, next: last === undefined ? null : { createdAt: last.created_at, jobId: last.id } }
}

/**
 * Enqueues stalled runs, so that no job stays unfinished for ever even if the queue has lost a message. Looks at
 * `portions` of the unfinished jobs, from the position on; resolves to how many it enqueued and where to continue.
 */
export const sendStalled = async (
  { database, queue }: { database: Database; queue: Queue },
  { from = null, portions = Infinity }: { from?: StalledPosition | null; portions?: number } = {},
): Promise<{ sent: number; next: StalledPosition | null }> => {
  let sent = 0
  let next = from
  for (let portion = 0; portion < portions; portion += 1) {
    const found = await findStalled(database, queue, next)
    for (const message of found.stalled)
      await database.transaction((transaction) => queue.enqueue(transaction, message))
    sent += found.stalled.length
    next = found.next
    if (next === null) break
  }
  return { sent, next }
}
