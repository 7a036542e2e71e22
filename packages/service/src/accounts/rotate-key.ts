import type { Database } from '../db/database.ts'
import { KeyRequestError } from './names.ts'
import { issueKey, readKey, type KeyWithSecret } from './keys.ts'
import { restrictionColumns, toRestrictions, type RestrictionRow } from './restrictions.ts'

/**
 * A new key in the place of a valid one, for the same account, under the same name, with the same scopes and limits
 * and with the same expiry unless another is given. The old one stays valid for the grace time, or for less: an end that was set before is never moved
 * back, neither its expiry nor the grace time of an earlier rotation. Null if there is no such key.
 * @throws {KeyRequestError} when the key is disabled or has expired.
 */
export const rotateKey = async (
  database: Database,
  id: string,
  { graceSeconds, expiresAt }: { graceSeconds: number; expiresAt?: Date | null },
  now: Date,
): Promise<KeyWithSecret | null> => {
  const old = await readKey(database, id)
  if (old === null) return null
  const issued = await database.transaction(async (transaction) => {
    const [retired] = await transaction.query<Retired>(
      `update keys set retires_at = least(retires_at, $2)
       where id = $1 and disabled_at is null and coalesce(least(expires_at, retires_at), 'infinity') > $3
       returning account_id, name, expires_at, ${restrictionColumns}`,
      [id, new Date(now.getTime() + graceSeconds * 1000), now],
    )
    if (retired === undefined) return null
    const { account_id: accountId, name, expires_at: sameExpiry } = retired
    const same = { accountId, name, ...toRestrictions(retired) }
    return issueKey(transaction, { ...same, expiresAt: expiresAt === undefined ? sameExpiry : expiresAt }, now)
  })
  if (issued === null)
    throw new KeyRequestError(
      'id',
      `names a key that ${old.disabledAt === null ? 'has expired' : 'is disabled'}, and only a valid key can be rotated`,
    )
  return issued
}

type Retired = RestrictionRow & { account_id: string; name: string; expires_at: Date | null }
