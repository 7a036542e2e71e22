import { advisoryLocks, lockAlone } from '../db/advisory-locks.ts'
import type { Database } from '../db/database.ts'
import { ensureAccount } from './accounts.ts'
import { issueKey } from './keys.ts'

/**
 * A key of the account `default` if there has never been any key, which is the first start. Of several processes that
 * start at once only one gets it; the others, and every later start, get null.
 */
export const createFirstKey = (database: Database, now: Date): Promise<string | null> =>
  database.transaction(async (transaction) => {
    await lockAlone(transaction, advisoryLocks.firstKey)
    const keys = await transaction.query('select 1 from keys limit 1')
    if (keys.length > 0) return null
    const { id: accountId } = await ensureAccount(transaction, 'default', now)
    const { key } = await issueKey(transaction, { accountId, name: 'first key', expiresAt: null }, now)
    return key
  })
