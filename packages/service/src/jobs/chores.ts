import type { Queryable } from '../db/database.ts'

/*
 * Chores are done by one process at a time, and any may do them. Whose turn it is stands in the database, by its clock;
 * two that meet all the same, because one slept for a while, do the same work twice and no harm.
 */

/** Takes a chore that is due, for so long; false when it is not due or somebody else is at it. */
export const claimChore = async (database: Queryable, name: string, leaseSeconds: number): Promise<boolean> => {
  const rows = await database.query(
    `insert into chores (name, due_at) values ($1, now() + $2 * interval '1 second')
     on conflict (name) do update set due_at = excluded.due_at where chores.due_at <= now()
     returning name`,
    [name, leaseSeconds],
  )
  return rows.length > 0
}

/** Whoever is at it still is; or has done it, and it is due again in so long. */
export const postponeChore = async (database: Queryable, name: string, seconds: number): Promise<void> => {
  await database.query(`update chores set due_at = now() + $2 * interval '1 second' where name = $1`, [name, seconds])
}

/** How far the chore has come, as it was last kept; null where it never was. */
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
