import type { Queryable } from '../db/database.ts'
import {
  restrictionColumns,
  toRestrictions,
  unrestricted,
  type KeyRestrictions,
  type RestrictionRow,
} from './restrictions.ts'
import { hashSecret, keySecrets } from './secrets.ts'
import type { Session } from './sessions.ts'

/** The account of a request, and what its key may do. `keyId`: of the key, or of the session of a browser. */
export type Caller = KeyRestrictions & { readonly accountId: string; readonly keyId: string }

/**
 * A session may do all that a key may; null if it has no account.
 * @example callerOfSession({ id: 's', account: null }) // null
 */
export const callerOfSession = ({ id, account }: Session): Caller | null =>
  account === null ? null : { accountId: account.id, keyId: id, ...unrestricted }

/** The condition of a key; `$2` is the current time. */
const isGood = `disabled_at is null and coalesce(least(expires_at, retires_at), 'infinity') > $2`

const lastUsedPrecisionMs = 60_000

/**
 * The owner of a key; null if the key is unknown, disabled or expired, without saying which. It takes one index look-up
 * by hash whatever the outcome, so its duration reveals nothing about existing keys.
 */
export const authenticate = async (database: Queryable, key: string, now: Date): Promise<Caller | null> => {
  if (!keySecrets.matches(key)) return null
  const [row] = await database.query<{ id: string; account_id: string; last_used_at: Date | null } & RestrictionRow>(
    `select id, account_id, last_used_at, ${restrictionColumns} from keys where hash = $1 and ${isGood}`,
    [hashSecret(key), now],
  )
  if (row === undefined) return null
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= lastUsedPrecisionMs)
    void noteUse(database, row.id, now)
  return { accountId: row.account_id, keyId: row.id, ...toRestrictions(row) }
}

/** Tells whether the key or session of a caller is still valid. */
export const isStillGood = async (database: Queryable, { keyId }: Caller, now: Date): Promise<boolean> =>
  (
    await database.query(
      `select 1 from keys where id = $1 and ${isGood} union all select 1 from sessions where id = $1 and expires_at > $2`,
      [keyId, now],
    )
  ).length > 0

/** No request waits for this, and a failure does not matter, because the next request tries again. */
const noteUse = async (database: Queryable, keyId: string, now: Date): Promise<void> => {
  try {
    await database.query(
      'update keys set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at <= $3)',
      [keyId, now, new Date(now.getTime() - lastUsedPrecisionMs)],
    )
  } catch {
    // The request itself has the same trouble with the database and reports it.
  }
}
