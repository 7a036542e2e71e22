import type { Database } from '../db/database.ts'
import type { SecretBox } from '../lib/secret-box.ts'
import { KeyRequestError } from './names.ts'

/** An account's own key for a vendor as it is shown: never with the key itself. */
export type ProviderKey = {
  readonly account: string
  readonly provider: string
  /** The last characters of the key, to recognise it by; '' of a short one. */
  readonly ending: string
  readonly createdAt: Date
}

/** Keys that accounts have of their own for vendors, and with which their documents are sent instead of the operator's. */
export type ProviderKeys = {
  /**
   * Sets or replaces a key; null if there is no such account.
   * @throws {KeyRequestError} when the provider takes no key of an account, or keys cannot be encrypted.
   */
  set(request: { account: string; provider: string; key: string }, now: Date): Promise<ProviderKey | null>
  /** Null if there was none. What the vendor does for the account with this key cannot be followed any more. */
  remove(request: { account: string; provider: string }): Promise<ProviderKey | null>
  list(query: { account?: string }): Promise<ProviderKey[]>
  /** Null if the account has none. */
  read(request: { accountId: string; provider: string; adapter: string }): Promise<StoredKey | null>
}

/** The key, or why it cannot be used, as the rest of a sentence for the account that begins with it. */
type StoredKey = { readonly key: string } | { readonly unusable: string }

type ProviderKeyParts = {
  readonly database: Database
  /** Null: the operator has set no key to encrypt with. */
  readonly box: SecretBox | null
  /** The adapter behind the id of a provider that takes a key of an account; null for any other id. */
  readonly adapterOf: (provider: string) => string | null
}

export const createProviderKeys = ({ database, box, adapterOf }: ProviderKeyParts): ProviderKeys => ({
  set: async ({ account, provider, key }, now) => {
    const adapter = adapterOf(provider)
    if (adapter === null) throw new KeyRequestError('provider', 'must be a vendor that is asked with an API key')
    if (!/^[\x21-\x7e]{1,4096}$/.test(key))
      throw new KeyRequestError('key', 'must be 1 to 4096 characters of ASCII without spaces')
    if (box === null)
      throw new KeyRequestError('key', 'cannot be stored: POLYPARSE_ENCRYPTION_KEYS, which encrypts it, is not set')
    const [found] = await database.query<{ id: string }>('select id from accounts where name = $1', [
      account.normalize('NFC'),
    ])
    if (found === undefined) return null
    const sealed = box.seal(key, contextOfProviderKey(found.id, provider, adapter))
    const rows = await database.query<ProviderKeyRow>(
      `insert into provider_keys (account_id, provider, adapter, sealed, ending, created_at) values ($1, $2, $3, $4, $5, $6)
       on conflict on constraint an_account_has_one_key_for_a_provider
       do update set adapter = excluded.adapter, sealed = excluded.sealed, ending = excluded.ending, created_at = excluded.created_at
       returning provider, ending, created_at, (select name from accounts where id = account_id) as account`,
      [found.id, provider, adapter, sealed, endingOf(key), now],
    )
    return rows.map(toProviderKey)[0] ?? null
  },

  remove: async ({ account, provider }) => {
    const rows = await database.query<ProviderKeyRow>(
      `delete from provider_keys using accounts
       where accounts.id = account_id and accounts.name = $1 and provider = $2
       returning provider, ending, provider_keys.created_at, accounts.name as account`,
      [account.normalize('NFC'), provider],
    )
    return rows.map(toProviderKey)[0] ?? null
  },

  list: async ({ account }) => {
    const rows = await database.query<ProviderKeyRow>(
      `select provider, ending, provider_keys.created_at, accounts.name as account
       from provider_keys join accounts on accounts.id = account_id
       where $1::text is null or accounts.name = $1 order by accounts.name, provider`,
      [account?.normalize('NFC') ?? null],
    )
    return rows.map(toProviderKey)
  },

  read: async ({ accountId, provider, adapter }) => {
    const [row] = await database.query<{ adapter: string; sealed: Uint8Array }>(
      'select adapter, sealed from provider_keys where account_id = $1 and provider = $2',
      [accountId, provider],
    )
    if (row === undefined) return null
    if (row.adapter !== adapter)
      return { unusable: `was given for ${row.adapter}, and ${provider} is bound to ${adapter} now` }
    const key = box?.open(row.sealed, contextOfProviderKey(accountId, provider, adapter)) ?? null
    return key === null ? { unusable: 'cannot be decrypted; it has to be set again' } : { key }
  },
})

const contextOfProviderKey = (accountId: string, provider: string, adapter: string): string =>
  JSON.stringify(['provider key', accountId, provider, adapter])

/** The end of a key shows only where more than three times as much stays hidden. */
const endingOf = (key: string): string => (key.length >= 16 ? key.slice(-4) : '')

type ProviderKeyRow = { account: string; provider: string; ending: string; created_at: Date }

const toProviderKey = ({ created_at: createdAt, ...row }: ProviderKeyRow): ProviderKey => ({ ...row, createdAt })
