import type { Queryable } from '../db/database.ts'

/*
 * Chores are done by one process at a time, and any process may do them. The database decides which, by its own clock.
 * If two processes meet nevertheless, because one was asleep, they do the same work twice, which is harmless.
 */

/** Claims a chore that is due, for this long. Returns false when it is not due or another process has claimed it. */
export const claimChore = async (database: Queryable, name: string, leaseSeconds: number): Promise<boolean> => {
  const rows = await database.query(
    `insert into chores (name, due_at) values ($1, now() + $2 * interval '1 second')
     on conflict (name) do update set due_at = excluded.due_at where chores.due_at <= now()
     returning name`,
    [name, leaseSeconds],
  )
  return rows.length > 0
}

/** Sets when the chore is due again: later while it is being done, or after it was done. */
export const postponeChore = async (database: Queryable, name: string, seconds: number): Promise<void> => {
  await database.query(`update chores set due_at = now() + $2 * interval '1 second' where name = $1`, [name, seconds])
}

/** The position that the chore last kept; null when it never kept one. */
export const readPosition = async (database: Queryable, name: string): Promise<unknown> => {
  const [row] = await database.query<{ position: unknown }>('select position from chores where name = $1', [name])
  return row?.position ?? null
}

export const keepPosition = async (database: Queryable, name: string, position: object): Promise<void> => {
  await database.query(
    `insert into chores (name, due_at, position) values ($1, now(), $2)
     on conflict (name) do update set position = excluded.position`,
    [name, position],
  )
}
