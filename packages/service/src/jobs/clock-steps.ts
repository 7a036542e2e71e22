import { unsynced, type Database, type Transaction } from '../db/database.ts'
import { leaseSeconds } from '../queue/slots.ts'

/*
 * Rows that are due have a time at which they are due. When the clock of the database goes back, because it was ahead
 * or another server has taken over, that time is in the future for as long as the clock went back. So the latest time
 * that was seen is kept, and all due times move with the clock.
 */

/** The step back of the clock within which nothing is moved, in seconds: nothing waits for longer. */
const toleratedSeconds = 2

/** The kept time is renewed when it is this old, in seconds. By as much what is due may be moved too little. */
const keptEverySeconds = 4

/** The columns of due times, in tables whose rows are locked singly. */
const dueTimes = [
  ['webhook_deliveries', 'next_attempt_at'],
  ['result_deliveries', 'next_attempt_at'],
  ['batches', 'next_attempt_at'],
  ['vendor_artifacts', 'next_attempt_at'],
  ['chores', 'due_at'],
  ['deletions', 'requested_at'],
  ['deletions', 'tried_at'],
  ['figures', 'begun_at'],
] as const

/**
 * Moves all that is due with the clock of the database if it has gone back; resolves to by how many seconds, or null. Any
 * process may call it at any time.
 */
export const followClockSteps = async (database: Database): Promise<number | null> => {
  const secondsAhead = await readSecondsAhead(database)
  if (secondsAhead < -keptEverySeconds)
    await database.query(`update clock set seen_at = greatest(seen_at, now()) from (${unsynced}) as unsynced`)
  if (secondsAhead <= toleratedSeconds) return null
  return database.transaction(async (transaction) => {
    const seconds = await readSecondsAhead(transaction, 'for update')
    if (seconds <= toleratedSeconds) return null
    await moveDueTimes(transaction, seconds)
    await transaction.query('update clock set seen_at = now()')
    return seconds
  })
}

/** Returns how far the latest time that was seen is ahead of the clock. */
const readSecondsAhead = async (database: Pick<Database, 'query'>, lock: '' | 'for update' = ''): Promise<number> => {
  const [row] = await database.query<{ ahead: number }>(
    `select extract(epoch from seen_at - now())::float8 as ahead from clock ${lock}`,
  )
  return row?.ahead ?? 0
}

const moveDueTimes = async (transaction: Transaction, seconds: number): Promise<void> => {
  // A worker that lives has the time of a lease to renew its own.
  await transaction.query(
    `update runs set
       due_at = case
         when leased_at is null then greatest(now(), ${moved('due_at')}) else least(due_at, now() + make_interval(secs => $2))
       end,
       remote_due_at = ${moved('remote_due_at')}, remote_deadline_at = ${moved('remote_deadline_at')},
       answer_expected_until = ${moved('answer_expected_until')}
     where id in (select id from runs where due_at > now() order by id for update)`,
    [seconds, leaseSeconds],
  )
  for (const [table, column] of dueTimes)
    await transaction.query(
      `update ${table} set ${column} = greatest(now(), ${moved(column)}) where ${column} > now()`,
      [seconds],
    )
}

const moved = (column: string): string => `${column} - make_interval(secs => $1)`
