import type { Database } from '../db/database.ts'

/*
 * Version 9 of the schema had a message of pg-boss for every run that was due. Processes of that version go on with
 * theirs while a fleet is replaced; messages that none of them works on become due runs here.
 */

/** How long a worker of that version may be silent. */
const silentSeconds = 10

const importEveryMs = 2000

const maxAtOnce = 1000

const hasMessages = async (database: Database): Promise<boolean> => {
  const [row] = await database.query<{ found: boolean }>(`select to_regclass('pgboss.job_common') is not null as found`)
  return row?.found === true
}

/** Makes the runs due whose messages nobody works on; resolves to how many messages that were. */
const importMessages = async (database: Database, silence: number): Promise<number> => {
  // A process of that version may have been doing this chore when the schema was migrated, and then makes it due again.
  await database.query(`update chores set due_at = 'infinity' where name = 'stalled runs' and due_at < 'infinity'`)
  const [row] = await database.query<{ messages: number }>(
    `with idle as (
       select id from pgboss.job_common
       where name in ('runs', 'fetches')
         and (state < 'active' or (state = 'active' and coalesce(heartbeat_on, started_on) <= now() - make_interval(secs => $1)))
       limit ${maxAtOnce} for update skip locked
     ), taken as (
       delete from pgboss.job_common where id in (select id from idle)
       returning coalesce(singleton_key, group_id)::uuid as run_id, name,
         case when state < 'active' then start_after else now() end as due_at
     ), wanted as (
       select run_id, bool_or(name = 'fetches') as to_fetch, min(due_at) as due_at from taken group by run_id
     ), due as (
       update runs set due_at = wanted.due_at, slot = case when to_fetch then 'fetch' else 'run' end,
         leased_at = null, lease = lease + 1
       from wanted, jobs
       where runs.id = wanted.run_id and jobs.id = runs.job_id and jobs.completed_at is null
     )
     select count(*) as messages from taken`,
    [silence],
  )
  return row?.messages ?? 0
}

const importAll = async (database: Database, silence: number): Promise<void> => {
  while ((await importMessages(database, silence)) === maxAtOnce);
}

/**
 * Imports the messages of the previous version, from now on and until the returned function is called. The owner of the
 * embedded database is alone: all messages are imported at once, and the schema is dropped.
 */
export const importPreviousQueue = async (
  database: Database,
  onError: (error: unknown) => void,
): Promise<() => Promise<void>> => {
  if (!(await hasMessages(database))) return async () => {}
  if (database.kind === 'pglite') {
    await importAll(database, 0)
    await database.transaction((transaction) => transaction.script('drop schema pgboss cascade'))
    return async () => {}
  }
  let importing: Promise<void> | null = null
  const timer = setInterval(() => {
    importing ??= importAll(database, silentSeconds)
      .catch(onError)
      .finally(() => {
        importing = null
      })
  }, importEveryMs)
  return async () => {
    clearInterval(timer)
    await importing
  }
}
