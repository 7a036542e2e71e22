import type { Queryable } from '../db/database.ts'
import type { RunMessage } from './queue.ts'

/*
 * What pg-boss has no function for, on its own table. Its version is pinned exactly; a new one has to pass the queue's
 * conformance suite, which exercises every statement here.
 */

/**
 * Makes messages in delivery deliverable at once: all of the queue's, or those with these ids. `started_on` stays, for
 * by it the next delivery counts as a new try, and a late word from the old one is ignored.
 */
export const giveBack = async (database: Queryable, queue: string, ids: readonly string[] | null): Promise<number> => {
  const rows = await database.query(
    `update pgboss.job set state = 'retry', start_after = now(), heartbeat_on = null
     where name = $1 and state = 'active' and ($2::uuid[] is null or id = any($2)) returning id`,
    [queue, ids],
  )
  return rows.length
}

/** Of these messages, those that are neither waiting nor in delivery. */
export const undelivered = async (
  database: Queryable,
  queue: string,
  messages: readonly RunMessage[],
): Promise<RunMessage[]> => {
  if (messages.length === 0) return []
  const rows = await database.query<{ run_id: string }>(
    `select distinct data ->> 'runId' as run_id from pgboss.job
     where name = $1 and state <= 'active' and data ->> 'runId' = any($2::text[])`,
    [queue, messages.map(({ runId }) => runId)],
  )
  const underWay = new Set(rows.map((row) => row.run_id))
  return messages.filter(({ runId }) => !underWay.has(runId))
}
