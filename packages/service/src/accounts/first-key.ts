import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { advisoryLocks, lockAlone } from '../db/advisory-locks.ts'
import type { Database } from '../db/database.ts'
import { syncPath } from '../lib/sync-path.ts'
import { ensureAccount } from './accounts.ts'
import { issueKey } from './keys.ts'
import { unrestricted } from './restrictions.ts'
import { createSignInLink } from './sign-in-links.ts'

/**
 * The key of the first start. Either it is in a file, or it has to be shown, and so has the code of a link that signs the
 * operator's browser in.
 */
export type FirstKey = { readonly key: string } & (
  | { readonly file: string }
  | { readonly file: null; readonly code: string }
)

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
    const { id: accountId, name: account } = await ensureAccount(transaction, 'default', now)
    const { key } = await issueKey(transaction, { ...unrestricted, accountId, name: 'first key', expiresAt: null }, now)
    if (folder !== null) return { key, file: await writeKey(folder, key) }
    const link = await createSignInLink(transaction, { account, role: 'operator' }, now)
    if (link === null) throw new Error('the first account was removed while a link was created for it')
    return { key, file: null, code: link.code }
  })

/** Replaces the file of a start whose key never became valid. */
const writeKey = async (folder: string, key: string): Promise<string> => {
  const file = join(folder, 'first-key')
  await rm(file, { force: true })
  await writeFile(file, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await syncPath(folder)
  return file
}
