import { advisoryLocks, lockFor } from '../db/advisory-locks.ts'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { Claim } from './transitions.ts'

/*
 * Places. A provider with a limit works on at most that many runs at a time, over all workers. A run takes a place just
 * before its provider is asked. Without a free one the run is blocked: it is `waiting`, no worker holds it and it is not
 * due. Whoever gives up a place or blocks a run then unblocks as many runs as there are free places. An unblocked run
 * keeps a reserved place until a worker takes it, so that newcomers cannot overtake it. All of this happens under one
 * lock per provider, so the limit is strict.
 */

/** Runs that occupy a place: reserved for them, being worked on, or at a vendor between two polls. */
const occupiesPlace = `ended_at is null
  and (place = 'reserved' or (place = 'taken' and (status = 'working' or remote_step is not null)))`

const isBlocked = `ended_at is null and place = 'blocked'`

/**
 * Takes a place for a run that is being worked on. Returns false when there is none: then the run is blocked. A run
 * that was unblocked, taken over, or is already at a vendor has a place and keeps it.
 */
export const acquirePlace = async (
  transaction: Transaction,
  { runId, attempt }: Claim,
  { provider, limit }: { provider: string; limit: number },
): Promise<boolean> => {
  await lockFor(transaction, advisoryLocks.places, provider)
  const taken = await transaction.query(
    `update runs set place = 'taken'
     where id = $1 and attempt = $2 and status = 'working' and (
       place in ('reserved', 'taken') or remote_step is not null or (
         (select count(*) from runs where provider = $3 and ${occupiesPlace}) < $4
         and not exists (select 1 from runs where provider = $3 and ${isBlocked} and id <> $1)
       )
     )
     returning id`,
    [runId, attempt, provider, limit],
  )
  if (taken.length > 0) return true
  await transaction.query(
    `update runs set place = 'blocked', status = 'waiting', due_at = null, leased_at = null
     where id = $1 and attempt = $2 and status = 'working'`,
    [runId, attempt],
  )
  return false
}

/**
 * Enqueues blocked runs of the provider, as many as there are free places, and returns their number. Call it after the
 * transaction that gave up a place or blocked a run has committed. If the process dies before, {@link unblockAll} does
 * it later.
 */
export const unblockRuns = async (
  { database, queue }: { database: Database; queue: Queue },
  { provider, limit }: { provider: string; limit: number },
): Promise<number> => {
  const blocked = await database.query(`select 1 from runs where provider = $1 and ${isBlocked} limit 1`, [provider])
  if (blocked.length === 0) return 0
  return database.transaction(async (transaction) => {
    await lockFor(transaction, advisoryLocks.places, provider)
    const unblocked = await transaction.query<{ id: string }>(unblocking, [
      provider,
      Math.min(limit, maxRunsPerUnblock),
    ])
    for (const { id } of unblocked) await queue.enqueue(transaction, { runId: id })
    return unblocked.length
  })
}

/**
 * Accounts share the places: the next one is for a run of that account which has the fewest, and of several accounts for
 * the oldest job. Only as many runs of each account are looked at as there are free places. An update returns its rows in
 * no particular order.
 */
const unblocking = `
  with recursive free as (
    select greatest(0, $2 - count(*)) as places from runs where provider = $1 and ${occupiesPlace}
  ), account (id) as (
    (select account_id from runs where provider = $1 and ${isBlocked} order by account_id limit 1)
    union all
    select next.account_id from account, lateral (
      select account_id from runs where provider = $1 and ${isBlocked} and account_id > account.id
      order by account_id limit 1
    ) as next
  ), next as (
    select run.id, run.job_id, run.position, taken.places + row_number() over of_account as nth
    from account, lateral (
      select count(*) as places from runs where provider = $1 and account_id = account.id and ${occupiesPlace}
    ) as taken, lateral (
      select id, job_id, position from runs where provider = $1 and account_id = account.id and ${isBlocked}
      order by job_id, position limit (select places from free)
    ) as run
    window of_account as (partition by account.id order by run.job_id, run.position)
    order by nth, run.job_id, run.position limit (select places from free)
  ), unblocked as (
    update runs set place = 'reserved'
    where id in (select id from runs where id in (select id from next) and ${isBlocked} for update skip locked)
    returning id
  )
  select id from unblocked join next using (id) order by nth, job_id, position`

/** The blocked runs of a provider that has lost its limit, or is no longer enabled, are enqueued in portions. */
const maxRunsPerUnblock = 1000

/** The same for every provider with blocked runs. A provider without an entry in `limits` has no limit. */
export const unblockAll = async (
  parts: { database: Database; queue: Queue },
  limits: ReadonlyMap<string, number>,
): Promise<number> => {
  let unblocked = 0
  for (const provider of await blockedProviders(parts.database))
    unblocked += await unblockRuns(parts, { provider, limit: limits.get(provider) ?? Number.POSITIVE_INFINITY })
  return unblocked
}

const blockedProviders = async (database: Queryable): Promise<string[]> => {
  const rows = await database.query<{ provider: string }>(`select distinct provider from runs where ${isBlocked}`)
  return rows.map(({ provider }) => provider)
}
