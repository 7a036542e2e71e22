import type { Database } from '../db/database.ts'

export type BacklogLimits = {
  /** The limits of jobs that wait to be started: of one account, and of all. */
  readonly perAccount: number
  readonly inAll: number
}

/**
 * Knows how many jobs wait to be started: the count of at most a second ago, plus those that this process has created
 * since. So several processes may together exceed a limit by what they create in a second. Counting is cheap however
 * many wait, because it stops at the limit, in an index.
 */
export type Backlog = {
  /** Returns the limit that so many more jobs would exceed, if any. */
  full(accountId: string, more: number): Promise<'account' | 'all' | null>
  /** Reports that so many jobs have been created. */
  add(accountId: string, more: number): void
}

const freshMs = 1000

/** No more accounts than this are cached at once. */
const maxAccounts = 10_000

type BacklogCount = { readonly at: number; readonly waiting: Promise<number>; added: number }

export const createBacklog = (database: Database, { perAccount, inAll }: BacklogLimits): Backlog => {
  const counts = new Map<string | null, BacklogCount>()

  const isFull = async (accountId: string | null, more: number, limit: number): Promise<boolean> => {
    const known = counts.get(accountId)
    const now = performance.now()
    const fresh = known !== undefined && now - known.at < freshMs
    const count = fresh ? known : { at: now, waiting: countWaiting(database, accountId, limit), added: 0 }
    if (!fresh) {
      if (counts.size > maxAccounts) counts.clear()
      counts.set(accountId, count)
    }
    try {
      return (await count.waiting) + count.added + more > limit
    } catch (error) {
      if (counts.get(accountId) === count) counts.delete(accountId)
      throw error
    }
  }

  return {
    full: async (accountId, more) => {
      if (await isFull(accountId, more, perAccount)) return 'account'
      return (await isFull(null, more, inAll)) ? 'all' : null
    },
    add: (accountId, more) => {
      for (const id of [accountId, null]) {
        const count = counts.get(id)
        if (count !== undefined) count.added += more
      }
    },
  }
}

/** Up to the limit; null counts those of all accounts. */
const countWaiting = async (database: Database, accountId: string | null, limit: number): Promise<number> => {
  const waiting = `slot in ('run', 'fetch') and attempt = 0 and status = 'waiting' and due_at is not null`
  const rows =
    accountId === null
      ? await database.query<{ count: number }>(
          `select count(*) as count from (select 1 from runs where ${waiting} limit $1) as waiting`,
          [limit],
        )
      : await database.query<{ count: number }>(
          `select count(*) as count from (select 1 from runs where account_id = $2 and ${waiting} limit $1) as waiting`,
          [limit, accountId],
        )
  return rows[0]?.count ?? 0
}
