import { advisoryLocks, lockAlone } from '../db/advisory-locks.ts'
import type { Database, Queryable } from '../db/database.ts'
import type { RunMessage, Slot } from './queue.ts'

/** The queue of each kind of slot. */
export const queueOf: Readonly<Record<Slot, string>> = { run: 'runs', fetch: 'fetches' }
export const queues: readonly string[] = Object.values(queueOf)

/*
 * Statements on the table of pg-boss that it has no function for. Its version is pinned exactly; a new one has to pass
 * the queue's conformance suite, which exercises every statement here.
 *
 * The singleton key of a message is its run, which singles nothing out in a queue of the standard policy; messages of
 * older versions have none, and their group is their run.
 */

const runId = 'coalesce(singleton_key, group_id)'

/**
 * Creates the schema, once, before pg-boss looks for it. Its own way is not safe when several processes start on an
 * empty database: one whose transaction begins just before another's commits still finds no schema, and then fails to
 * create it.
 */
export const makeSchema = (database: Database): Promise<void> =>
  database.transaction(async (transaction) => {
    await lockAlone(transaction, advisoryLocks.queueSchema)
    const found = await transaction.query(`select 1 from pg_namespace where nspname = 'pgboss'`)
    if (found.length === 0) await transaction.script('create schema pgboss')
  })

/** Creates the index that finds the messages of a run without reading all that wait or are in delivery. */
export const indexMessages = async (database: Database): Promise<void> => {
  const name = 'messages_of_a_run'
  const found = await database.query('select 1 where to_regclass($1) is not null', [`pgboss.${name}`])
  if (found.length > 0) return
  await database.transaction(async (transaction) => {
    await lockAlone(transaction, advisoryLocks.queueSchema)
    // The index of older versions.
    await transaction.script('drop index if exists pgboss.waiting_messages_of_a_run')
    await transaction.script(
      `create index if not exists ${name} on pgboss.job_common ((${runId})) where state <= 'active'`,
    )
  })
}

/** A message in delivery: `retryCount` identifies the delivery. */
export type Delivered = { readonly id: string; readonly retryCount: number }

/** Before every turn, which is never negative. */
export const atOnce = 1

/*
 * A message that is handed back goes before all that have not been delivered. `started_on` stays, because it makes the
 * next delivery a retry, so that a late end of the old one is ignored.
 */
const givenBack = `state = 'retry', priority = ${atOnce}, heartbeat_on = null`

/** Makes all messages in delivery deliverable at once. */
export const giveAllBack = async (database: Queryable): Promise<number> => {
  const rows = await database.query(
    `update pgboss.job_common set ${givenBack}, start_after = now()
     where name = any($1) and state = 'active' returning id`,
    [queues],
  )
  return rows.length
}

/** Makes messages deliverable after the pause that are still in the same delivery. */
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

/** Makes messages deliverable at once whose worker has been silent for this long; resolves to the queue of each. */
export const takeOver = async (database: Queryable, silentSeconds: number): Promise<string[]> => {
  const rows = await database.query<{ name: string }>(
    `update pgboss.job_common set ${givenBack}, start_after = now()
     where name = any($1) and state = 'active' and group_id is not null
       and heartbeat_on < now() - $2 * interval '1 second'
     returning name`,
    [queues, silentSeconds],
  )
  return rows.map(({ name }) => name)
}

/** Returns those of the messages that are neither waiting nor in delivery. */
export const undelivered = async (database: Queryable, messages: readonly RunMessage[]): Promise<RunMessage[]> => {
  if (messages.length === 0) return []
  const rows = await database.query<{ run_id: string }>(
    `select ${runId} as run_id from pgboss.job_common
     where name = any($1) and state <= 'active' and ${runId} = any($2::text[])`,
    [queues, messages.map(({ runId }) => runId)],
  )
  const underWay = new Set(rows.map((row) => row.run_id))
  return messages.filter(({ runId }) => !underWay.has(runId))
}

/** Runs whose messages are in delivery to workers that have been silent for this long. */
export const silentRuns = async (
  database: Queryable,
  { silentSeconds, limit }: { silentSeconds: number; limit: number },
): Promise<string[]> => {
  const rows = await database.query<{ run_id: string }>(
    `select ${runId} as run_id from pgboss.job_common
     where name = any($3) and state = 'active' and group_id is not null
       and heartbeat_on < now() - $1 * interval '1 second'
     order by heartbeat_on limit $2`,
    [silentSeconds, limit, queues],
  )
  return rows.map((row) => row.run_id)
}
