import { randomUUIDv7 } from 'node:crypto'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import { isUuid } from '../db/values.ts'
import { ensureAccount } from './accounts.ts'
import { requireName } from './names.ts'
import {
  restrictionColumns,
  toRestrictions,
  unrestricted,
  type KeyRestrictions,
  type RestrictionRow,
} from './restrictions.ts'
import { hashSecret, keySecrets, prefixOf } from './secrets.ts'

/** An API key as an operator sees it; the secret itself is shown once, when the key is created. */
export type Key = KeyRestrictions & {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly prefix: string
  readonly createdAt: Date
  /** The end of its validity: its expiry, or the end of the grace time after a rotation if that comes first. */
  readonly expiresAt: Date | null
  readonly disabledAt: Date | null
  readonly lastUsedAt: Date | null
}

/** A key that has just been created, with the secret that cannot be read again. */
export type KeyWithSecret = Key & { readonly key: string }

export type NewKey = Partial<KeyRestrictions> & {
  /** The name of the account, which is created if it is new. */
  readonly account: string
  readonly name: string
  /** May lie in the past: a key that never works. */
  readonly expiresAt: Date | null
}

/** @throws {KeyRequestError} when a name is not allowed. */
export const createKey = (database: Database, { account, name, ...key }: NewKey, now: Date): Promise<KeyWithSecret> =>
  database.transaction(async (transaction) => {
    const { id: accountId } = await ensureAccount(transaction, account, now)
    return issueKey(transaction, { ...unrestricted, ...key, accountId, name: requireName('name', name) }, now)
  })

/** The keys of one account, or of all, oldest first. */
export const listKeys = async (database: Queryable, { account }: { account?: string } = {}): Promise<Key[]> => {
  const rows = await database.query<KeyRow>(
    `select ${apiKeyColumns} from keys join accounts on accounts.id = account_id
     where $1::text is null or accounts.name = $1 order by keys.id`,
    [account?.normalize('NFC') ?? null],
  )
  return rows.map(toKey)
}

/** Takes effect with the next request; null if there is no such key. Disabling twice keeps the first time. */
export const disableKey = (database: Queryable, id: string, now: Date): Promise<Key | null> =>
  changeKey(database, id, 'disabled_at = coalesce(disabled_at, $2)', [now])

/** Undoes {@link disableKey}. An expired key stays expired. */
export const enableKey = (database: Queryable, id: string): Promise<Key | null> =>
  changeKey(database, id, 'disabled_at = null', [])

const changeKey = async (
  database: Queryable,
  id: string,
  change: string,
  parameters: readonly unknown[],
): Promise<Key | null> => {
  if (!isUuid(id)) return null
  const [row] = await database.query<KeyRow>(
    `update keys set ${change} from accounts where keys.id = $1 and accounts.id = account_id returning ${apiKeyColumns}`,
    [id, ...parameters],
  )
  return row === undefined ? null : toKey(row)
}

/** Creates the secret, stores its hash, and returns the secret this once. `name` has been checked. */
export const issueKey = async (
  transaction: Transaction,
  {
    accountId,
    name,
    expiresAt,
    scopes,
    requestsPerMinute,
    pagesPerDay,
  }: KeyRestrictions & { accountId: string; name: string; expiresAt: Date | null },
  now: Date,
): Promise<KeyWithSecret> => {
  const secret = keySecrets.create()
  const [row] = await transaction.query<KeyRow>(
    `with keys as (
       insert into keys (id, account_id, name, prefix, hash, created_at, expires_at, ${restrictionColumns})
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning *
     )
     select ${apiKeyColumns} from keys join accounts on accounts.id = account_id`,
    [
      randomUUIDv7(),
      accountId,
      name,
      prefixOf(secret),
      hashSecret(secret),
      now,
      expiresAt,
      scopes,
      requestsPerMinute,
      pagesPerDay,
    ],
  )
  if (row === undefined) throw new Error(`the account ${accountId} was removed while a key was created for it`)
  return { ...toKey(row), key: secret }
}

/** One key; null if there is none, or if the id is malformed. */
export const readKey = async (database: Queryable, id: string): Promise<Key | null> => {
  if (!isUuid(id)) return null
  const [row] = await database.query<KeyRow>(
    `select ${apiKeyColumns} from keys join accounts on accounts.id = account_id where keys.id = $1`,
    [id],
  )
  return row === undefined ? null : toKey(row)
}

// `least` ignores nulls: it gives the expiry or the end of the grace time, whichever comes first.
const apiKeyColumns = `keys.id, accounts.name as account, keys.name, prefix, keys.created_at,
  least(expires_at, retires_at) as ends_at, disabled_at, last_used_at, ${restrictionColumns}`

type KeyRow = RestrictionRow & {
  id: string
  account: string
  name: string
  prefix: string
  created_at: Date
  ends_at: Date | null
  disabled_at: Date | null
  last_used_at: Date | null
}

const toKey = (row: KeyRow): Key => ({
  id: row.id,
  account: row.account,
  name: row.name,
  prefix: row.prefix,
  createdAt: row.created_at,
  expiresAt: row.ends_at,
  disabledAt: row.disabled_at,
  lastUsedAt: row.last_used_at,
  ...toRestrictions(row),
})
