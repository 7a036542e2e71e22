import { unsynced, type Queryable } from '../db/database.ts'
import type { Slot } from './queue.ts'

/*
 * The statements of the queue, all of them on single rows of `runs` by their id or in the order of an index. Times are
 * those of the database, the one clock that all workers share.
 *
 * What is lost with a crash of the database costs repeated work and no more: a run that was taken is due again. So no
 * commit of a lease waits for the disk. `enqueue` is part of its caller's transaction.
 */

/** Notifies workers of runs that are due now: `slot account lane`, and `begun` for one that was worked on before. */
export const dueChannel = 'polyparse_due'

/** A run that a worker has. */
export type Lease = { readonly runId: string; readonly lease: number }

/** Runs of one account that wait for each other. */
export type Lane = { readonly accountId: string; readonly lane: string }

export type TakenRun = Lease & Lane & { /** True if it was worked on before. */ readonly hasBegun: boolean }

const begun = `case when attempt > 0 then 'begun' end as begun`

/** Makes the run due after the delay, in this kind of slot; whoever has it loses it. */
export const makeDue = async (
  transaction: Queryable,
  runId: string,
  { slot, delaySeconds }: { slot: Slot; delaySeconds: number },
): Promise<void> => {
  await transaction.query(
    `with due as (
       update runs set due_at = now() + make_interval(secs => $3), slot = $2, leased_at = null, lease = lease + 1
       where id = $1
       returning account_id, lane, ${begun}
     )
     select pg_notify($4, concat_ws(' ', $2::text, account_id, lane, begun)) from due where $3 = 0`,
    [runId, slot, delaySeconds, dueChannel],
  )
}

const columnsOfLeases = (leases: readonly Lease[]): [string[], number[]] => [
  leases.map(({ runId }) => runId),
  leases.map(({ lease }) => lease),
]

/**
 * The runs whose lease still holds. Several rows are locked in the order of their ids, here as at the end of a job:
 * otherwise two statements could each have a row that the other waits for.
 */
const stillHeld = (runIds: string, numbers: string): string => `held as (
       select id from runs join unnest(${runIds}::uuid[], ${numbers}::integer[]) as asked (run_id, number)
         on id = asked.run_id and lease = asked.number
       where leased_at is not null order by id for update of runs
     )`

/**
 * A worker that gives up a lease lives, and works on the run no more, also if it could not write that it had claimed it:
 * the run is no longer `working`, as one is whose worker has died.
 */
const givenUp = `case status when 'working' then 'waiting' else status end`

/**
 * Takes up to `limit` runs that are due: first those that were begun before, of other accounts than `without`, then those
 * of the lane. It ends the leases of runs that were worked on, so that the next run costs one statement. None that this
 * process is `holding` are taken: their leases may have lapsed while it could not reach the database, and it will renew
 * them. An ended run with something left to do now is due again after the pause: its worker should have ended it or made
 * it due itself.
 */
export const takeDue = async (
  database: Queryable,
  {
    slot,
    limit,
    without,
    lane,
    holding,
    ended,
    leaseSeconds,
    pauseSeconds,
  }: {
    slot: Slot
    limit: number
    without: readonly string[]
    lane: Lane | null
    holding: readonly string[]
    ended: readonly Lease[]
    leaseSeconds: number
    pauseSeconds: number
  },
): Promise<TakenRun[]> => {
  const rows = await database.query<{
    id: string
    account_id: string
    lane: string
    lease: number
    has_begun: boolean
  }>(
    `with ${stillHeld('$6', '$7')}, ended as (
       update runs set leased_at = null, lease = lease + 1, status = ${givenUp},
         due_at = case
           when ended_at is null and place is distinct from 'blocked'
             and exists (select 1 from jobs where jobs.id = job_id and completed_at is null)
           then now() + make_interval(secs => $8)
         end
       from held, (${unsynced}) as unsynced where runs.id = held.id
     ), begun as (
       select id from runs
       where slot = $1 and due_at <= now() and attempt > 0 and account_id <> all($3::uuid[])
         and id <> all($5::uuid[])
       order by due_at limit $2 for update skip locked
     ), fresh as (
       select id from runs
       where slot = $1 and due_at <= now() and attempt = 0 and account_id = $9 and lane = $10 and id <> all($5::uuid[])
       order by job_id, position limit $2 - (select count(*) from begun) for update skip locked
     ), unsynced as (${unsynced})
     update runs set due_at = now() + make_interval(secs => $4), leased_at = now(), lease = lease + 1
     from unsynced where id in (select id from begun union all select id from fresh)
     returning id, account_id, lane, lease, attempt > 0 as has_begun`,
    [
      slot,
      limit,
      without,
      leaseSeconds,
      [...holding, ...ended.map(({ runId }) => runId)],
      ...columnsOfLeases(ended),
      pauseSeconds,
      lane?.accountId ?? null,
      lane?.lane ?? null,
    ],
  )
  return rows.map(({ id, account_id, lane: itsLane, lease, has_begun }) => ({
    runId: id,
    accountId: account_id,
    lane: itsLane,
    lease,
    hasBegun: has_begun,
  }))
}

/**
 * The lanes in which runs may be due that have yet to begin, and whether any may be that were begun before. It looks at one
 * run of each lane, however many wait in it.
 */
export const findDue = async (
  database: Queryable,
  slot: Slot,
): Promise<{ readonly lanes: readonly Lane[]; readonly isAnyBegun: boolean }> => {
  const rows = await database.query<{ account_id: string | null; lane: string | null }>(
    `with recursive lanes (account_id, lane) as (
       (select account_id, lane from runs where slot = $1 and due_at is not null and attempt = 0
        order by account_id, lane limit 1)
       union all
       select next.account_id, next.lane from lanes, lateral (
         select account_id, lane from runs
         where slot = $1 and due_at is not null and attempt = 0
           and (account_id, lane) > (lanes.account_id, lanes.lane)
         order by account_id, lane limit 1
       ) as next
     )
     select account_id, lane from lanes
     union all
     select null, null where exists (select 1 from runs where slot = $1 and due_at <= now() and attempt > 0)`,
    [slot],
  )
  return {
    lanes: rows.flatMap(({ account_id, lane }) =>
      account_id === null || lane === null ? [] : [{ accountId: account_id, lane }],
    ),
    isAnyBegun: rows.some(({ account_id }) => account_id === null),
  }
}

/** Renews leases; resolves to the runs whose lease still holds. */
export const renewLeases = async (
  database: Queryable,
  leases: readonly Lease[],
  leaseSeconds: number,
): Promise<ReadonlySet<string>> => {
  const rows = await database.query<{ id: string }>(
    `with ${stillHeld('$1', '$2')}
     update runs set due_at = now() + make_interval(secs => $3), leased_at = now()
     from held, (${unsynced}) as unsynced where runs.id = held.id
     returning runs.id`,
    [...columnsOfLeases(leases), leaseSeconds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Makes runs due after the pause whose lease still holds. */
export const handBackLeases = async (
  database: Queryable,
  leases: readonly Lease[],
  pauseSeconds: number,
): Promise<void> => {
  await database.query(
    `with ${stillHeld('$1', '$2')}, due as (
       update runs set due_at = now() + make_interval(secs => $3), leased_at = null, lease = lease + 1, status = ${givenUp}
       from held, (${unsynced}) as unsynced where runs.id = held.id
       returning slot, account_id, lane, ${begun}
     )
     select pg_notify($4, concat_ws(' ', slot, account_id, lane, begun)) from due where $3 = 0`,
    [...columnsOfLeases(leases), pauseSeconds, dueChannel],
  )
}

/** Ends all leases: their runs are due now. Resolves to how many there were. */
export const handBackAll = async (database: Queryable): Promise<number> => {
  const rows = await database.query(
    `update runs set due_at = now(), leased_at = null, lease = lease + 1 where leased_at is not null returning id`,
  )
  return rows.length
}
