import { advisoryLocks, lockAlone } from '../db/advisory-locks.ts'
import type { Database, Queryable } from '../db/database.ts'
import type { RunMessage } from './queue.ts'

/*
 * What pg-boss has no function for, on its own table. Its version is pinned exactly; a new one has to pass the queue's
 * conformance suite, which exercises every statement here.
 *
 * A message's group is its run: pg-boss indexes the groups of messages in delivery, and so do we those of the others.
 */

/**
 * Makes the schema, once, before pg-boss looks for it. Its own way is not safe when several processes start on an empty
 * database: one whose transaction begins just before another's commits still believes that there is no schema, and fails
 * on the second one of that name.
 */
export const makeSchema = (database: Database): Promise<void> =>
  database.transaction(async (transaction) => {
    await lockAlone(transaction, advisoryLocks.queueSchema)
    const found = await transaction.query(`select 1 from pg_namespace where nspname = 'pgboss'`)
    if (found.length === 0) await transaction.script('create schema pgboss')
  })

/** Makes the waiting messages of a run findable without reading all that wait. */
export const indexMessages = async (database: Database): Promise<void> => {
  const name = 'waiting_messages_of_a_run'
  const found = await database.query('select 1 where to_regclass($1) is not null', [`pgboss.${name}`])
  if (found.length > 0) return
  await database.transaction(async (transaction) => {
    await lockAlone(transaction, advisoryLocks.queueSchema)
    await transaction.script(
      `create index if not exists ${name} on pgboss.job_common (name, group_id) where state < 'active'`,
    )
  })
}

/** A message in delivery: `retryCount` says which delivery. */
export type Delivered = { readonly id: string; readonly retryCount: number }

/** Before every turn, which is never negative. */
export const atOnce = 1

/*
 * What is given back goes before all that was never begun. `started_on` stays, for by it the next delivery counts as a
 * new try, and a late word from the old one is ignored.
 */
const givenBack = `state = 'retry', priority = ${atOnce}, heartbeat_on = null`

/** Makes all messages in delivery deliverable at once. */
export const giveAllBack = async (database: Queryable, queue: string): Promise<number> => {
  const rows = await database.query(
    `update pgboss.job_common set ${givenBack}, start_after = now()
     where name = $1 and state = 'active' returning id`,
    [queue],
  )
  return rows.length
}

/** Makes those that are still in the same delivery deliverable after the pause. */
export const giveBack = async (
  database: Queryable,
  queue: string,
  messages: readonly Delivered[],
  pauseSeconds = 0,
): Promise<void> => {
  await database.query(
    `update pgboss.job_common as message
     set ${givenBack}, start_after = now() + $4 * interval '1 second'
     from unnest($2::uuid[], $3::integer[]) as given (id, retry_count)
     where message.name = $1 and message.id = given.id and message.state = 'active'
       and message.retry_count = given.retry_count`,
    [queue, messages.map(({ id }) => id), messages.map(({ retryCount }) => retryCount), pauseSeconds],
  )
}

/** Makes messages deliverable at once whose worker has been silent for so long. */
export const takeOver = async (database: Queryable, queue: string, silentSeconds: number): Promise<number> => {
  const rows = await database.query(
    `update pgboss.job_common set ${givenBack}, start_after = now()
     where name = $1 and state = 'active' and group_id is not null
       and heartbeat_on < now() - $2 * interval '1 second'
     returning id`,
    [queue, silentSeconds],
  )
  return rows.length
}

/** Returns those of the messages that are neither waiting nor in delivery. */
export const undelivered = async (
  database: Queryable,
  queue: string,
  messages: readonly RunMessage[],
): Promise<RunMessage[]> => {
  if (messages.length === 0) return []
  const rows = await database.query<{ run_id: string }>(
    `select group_id as run_id from pgboss.job_common
       where name = $1 and state < 'active' and group_id = any($2::text[])
     union
     select group_id from pgboss.job_common
       where name = $1 and state = 'active' and group_id is not null and group_id = any($2::text[])`,
    [queue, messages.map(({ runId }) => runId)],
  )
  const underWay = new Set(rows.map((row) => row.run_id))
  return messages.filter(({ runId }) => !underWay.has(runId))
}

/** Runs whose messages are in delivery to workers that have been silent for so long. */
export const silentRuns = async (
  database: Queryable,
  { silentSeconds, limit }: { silentSeconds: number; limit: number },
): Promise<string[]> => {
  const rows = await database.query<{ run_id: string }>(
    `select group_id as run_id from pgboss.job_common
     where name = 'runs' and state = 'active' and group_id is not null
       and heartbeat_on < now() - $1 * interval '1 second'
     order by heartbeat_on limit $2`,
    [silentSeconds, limit],
  )
  return rows.map((row) => row.run_id)
}
