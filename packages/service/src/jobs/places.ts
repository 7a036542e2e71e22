import type { Database, Queryable, Transaction } from '../db/database.ts'
import type { Queue } from '../queue/queue.ts'
import type { Claim } from './transitions.ts'

/*
 * A provider may be at work on so many runs at a time, over all workers. Whoever is about to ask it takes a place; where
 * there is none the run is parked: nobody holds it, and no message is on its way. Whoever leaves a place, and whoever
 * parks a run, then looks whether a parked one can go; places are kept for those that are sent off, so newcomers do not
 * overtake them. Taking and giving happen under one lock for each provider, so the number holds strictly.
 */

/** Any number will do for the first half, as long as nothing else in the product locks pairs with it. */
const lockPlaces = (transaction: Transaction, provider: string): Promise<object[]> =>
  transaction.query('select pg_advisory_xact_lock(726916543, hashtext($1))', [provider])

/** Runs that have a place: on their way to it, at work, or with a vendor who works while nobody holds them. */
const havePlace = `ended_at is null
  and (place = 'held' or (place = 'taken' and (status = 'working' or remote_step is not null)))`

const isParked = `ended_at is null and place = 'parked'`

/**
 * Takes a place for a run that is being worked on, or parks it: then it is `waiting`, and false comes back. A run that
 * was sent off with a place, that was taken over, or whose vendor is at work, has one already.
 */
export const takePlace = async (
  transaction: Transaction,
  { runId, attempt }: Claim,
  { provider, limit }: { provider: string; limit: number },
): Promise<boolean> => {
  await lockPlaces(transaction, provider)
  const taken = await transaction.query(
    `update runs set place = 'taken'
     where id = $1 and attempt = $2 and status = 'working' and (
       place in ('held', 'taken') or remote_step is not null or (
         (select count(*) from runs where provider = $3 and ${havePlace}) < $4
         and not exists (select 1 from runs where provider = $3 and ${isParked} and id <> $1)
       )
     )
     returning id`,
    [runId, attempt, provider, limit],
  )
  if (taken.length > 0) return true
  await transaction.query(
    `update runs set place = 'parked', status = 'waiting' where id = $1 and attempt = $2 and status = 'working'`,
    [runId, attempt],
  )
  return false
}

/**
 * Sends parked runs of the provider off as far as there is room; resolves to how many. To be called after the
 * transaction that left a place or parked a run has committed. One that died before is made good by {@link sendParked}.
 */
export const givePlaces = async (
  { database, queue }: { database: Database; queue: Queue },
  { provider, limit }: { provider: string; limit: number },
): Promise<number> => {
  const parked = await database.query(`select 1 from runs where provider = $1 and ${isParked} limit 1`, [provider])
  if (parked.length === 0) return 0
  return database.transaction(async (transaction) => {
    await lockPlaces(transaction, provider)
    // An update gives its rows back in any order.
    const sent = await transaction.query<{ id: string }>(
      `with sent as (
         update runs set place = 'held' where id in (
           select id from runs where provider = $1 and ${isParked} order by turn nulls first, id
           limit greatest(0, $2 - (select count(*) from runs where provider = $1 and ${havePlace}))
           for update skip locked
         ) returning id, turn
       )
       select id from sent order by turn nulls first, id`,
      [provider, Math.min(limit, maxConcurrent)],
    )
    for (const { id } of sent) await queue.enqueue(transaction, { runId: id })
    return sent.length
  })
}

/** Providers that have lost their limit, or are no longer enabled, let their parked runs go in portions. */
const maxConcurrent = 1000

/** For all providers that have parked runs. */
export const sendParked = async (
  parts: { database: Database; queue: Queue },
  limits: ReadonlyMap<string, number>,
): Promise<number> => {
  let sent = 0
  for (const provider of await parkedProviders(parts.database))
    sent += await givePlaces(parts, { provider, limit: limits.get(provider) ?? Number.POSITIVE_INFINITY })
  return sent
}

const parkedProviders = async (database: Queryable): Promise<string[]> => {
  const rows = await database.query<{ provider: string }>(`select distinct provider from runs where ${isParked}`)
  return rows.map(({ provider }) => provider)
}
