import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { advisoryLocks, lockAlone } from '../db/advisory-locks.ts'
import type { Database } from '../db/database.ts'
import { syncPath } from '../lib/sync-path.ts'
import { ensureAccount } from './accounts.ts'
import { issueKey } from './keys.ts'
import { unrestricted } from './restrictions.ts'

/** The key of the first start, and the file that it is in; null: in none, so it has to be shown. */
export type FirstKey = { readonly key: string; readonly file: string | null }

/**
 * A key of the account `default` if there has never been any key, which is the first start. Of several processes that
 * start at once only one gets it; the others, and every later start, get null. With a folder, the key is written to
 * `first-key` in it, which only its owner can read, before it becomes valid.
 */
export const createFirstKey = (database: Database, now: Date, folder: string | null): Promise<FirstKey | null> =>
  database.transaction(async (transaction) => {
    await lockAlone(transaction, advisoryLocks.firstKey)
    const keys = await transaction.query('select 1 from keys limit 1')
    if (keys.length > 0) return null
    const { id: accountId } = await ensureAccount(transaction, 'default', now)
    const { key } = await issueKey(transaction, { ...unrestricted, accountId, name: 'first key', expiresAt: null }, now)
    return { key, file: folder === null ? null : await writeKey(folder, key) }
  })

/** Replaces the file of a start whose key never became valid. */
const writeKey = async (folder: string, key: string): Promise<string> => {
  const file = join(folder, 'first-key')
  await rm(file, { force: true })
  await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await syncPath(folder)
  return file
}
