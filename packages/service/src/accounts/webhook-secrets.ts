import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Database, Queryable } from '../db/database.ts'
import type { SecretBox } from '../lib/secret-box.ts'

/**
 * The secret that signs the webhooks of an account, spelled as Standard Webhooks does: `whsec_` and the key in base64.
 */
export type StoredWebhookSecret = {
  readonly account: string
  readonly secret: string
  readonly createdAt: Date
  /** The end of the time in which the secrets before it sign as well; null when there are none. */
  readonly previousUntil: Date | null
}

/** The secrets of accounts. Each of these throws an {@link UnreadableSecretError} where it needs one that cannot be read. */
export type WebhookSecrets = {
  /** Reads the secret of the account of this name, created when it is first needed; null if there is no such account. */
  read(account: string, now: Date): Promise<StoredWebhookSecret | null>
  /** A new one in place of the current one, which goes on signing for another day. Null if there is no such account. */
  rotate(account: string, now: Date): Promise<StoredWebhookSecret | null>
  /** The same for the account of this id. */
  rotateOf(accountId: string, now: Date): Promise<StoredWebhookSecret | null>
  /** Those that sign a webhook of the account now, the current one first; there is always one. */
  signing(accountId: string, now: Date): Promise<string[]>
}

/** A stored secret was encrypted with a key that is not among those of the settings, or was changed since. */
export class UnreadableSecretError extends Error {
  override readonly name = 'UnreadableSecretError'
}

/** The time that receivers have to adopt a new secret. */
const webhookSecretGraceMs = 24 * 3_600_000

type WebhookSecretParts = {
  readonly database: Database
  /** Encrypts what is stored, also what was stored before, when it is next read; null: it is stored as it is. */
  readonly box: SecretBox | null
}

export const createWebhookSecrets = ({ database, box }: WebhookSecretParts): WebhookSecrets => {
  const sealed = (secret: string, { id, accountId }: WebhookSecretIds): string =>
    box === null ? secret : sealedPrefix + box.seal(secret, contextOfWebhookSecret(accountId, id)).toString('base64')

  const opened = async (
    queryable: Queryable,
    { id, secret: stored }: SecretRow,
    accountId: string,
  ): Promise<string> => {
    if (!stored.startsWith(sealedPrefix)) {
      if (box !== null)
        await queryable.query('update webhook_secrets set secret = $3 where id = $1 and secret = $2', [
          id,
          stored,
          sealed(stored, { id, accountId }),
        ])
      return stored
    }
    const bytes = Buffer.from(stored.slice(sealedPrefix.length), 'base64')
    const secret = box?.open(bytes, contextOfWebhookSecret(accountId, id)) ?? null
    if (secret === null)
      throw new UnreadableSecretError('the webhook secret cannot be decrypted with POLYPARSE_ENCRYPTION_KEYS')
    return secret
  }

  /** Creates the secret of an account unless it has one. Of any number of concurrent callers, one creates it. */
  const ensure = async (queryable: Queryable, accountId: string, now: Date): Promise<void> => {
    const id = randomUUIDv7()
    const secret = sealed(`whsec_${randomBytes(32).toString('base64')}`, { id, accountId })
    await queryable.query(
      `insert into webhook_secrets (id, account_id, secret, created_at) values ($1, $2, $3, $4)
       on conflict (account_id) where retires_at is null do nothing`,
      [id, accountId, secret, now],
    )
  }

  const describe = async (queryable: Queryable, accountId: string, now: Date): Promise<StoredWebhookSecret | null> => {
    const [account] = await queryable.query<{ name: string }>('select name from accounts where id = $1', [accountId])
    const [current, previous] = await validSecrets(queryable, accountId, now)
    if (account === undefined || current === undefined) return null
    return {
      account: account.name,
      secret: await opened(queryable, current, accountId),
      createdAt: current.created_at,
      previousUntil: previous?.retires_at ?? null,
    }
  }

  const rotateOf: WebhookSecrets['rotateOf'] = (accountId, now) =>
    database.transaction(async (transaction) => {
      await transaction.query('select 1 from accounts where id = $1 for update', [accountId])
      await transaction.query('delete from webhook_secrets where account_id = $1 and retires_at <= $2', [
        accountId,
        now,
      ])
      await transaction.query(
        'update webhook_secrets set retires_at = $2 where account_id = $1 and retires_at is null',
        [accountId, new Date(now.getTime() + webhookSecretGraceMs)],
      )
      await ensure(transaction, accountId, now)
      return describe(transaction, accountId, now)
    })

  const idOf = async (account: string): Promise<string | null> => {
    const name = account.normalize('NFC')
    const [found] = await database.query<{ id: string }>('select id from accounts where name = $1', [name])
    return found?.id ?? null
  }

  return {
    read: async (account, now) => {
      const id = await idOf(account)
      if (id === null) return null
      await ensure(database, id, now)
      return describe(database, id, now)
    },
    rotate: async (account, now) => {
      const id = await idOf(account)
      return id === null ? null : rotateOf(id, now)
    },
    rotateOf,
    signing: async (accountId, now) => {
      const known = await validSecrets(database, accountId, now)
      if (known[0]?.retires_at !== null) await ensure(database, accountId, now)
      const secrets = known[0]?.retires_at === null ? known : await validSecrets(database, accountId, now)
      return Promise.all(secrets.map((row) => opened(database, row, accountId)))
    },
  }
}

/** Marks what is encrypted; no secret that is not begins like this. */
const sealedPrefix = 'sealed:'

type WebhookSecretIds = { readonly id: string; readonly accountId: string }

const contextOfWebhookSecret = (accountId: string, id: string): string =>
  JSON.stringify(['webhook secret', accountId, id])

type SecretRow = { id: string; secret: string; created_at: Date; retires_at: Date | null }

const validSecrets = (queryable: Queryable, accountId: string, now: Date): Promise<SecretRow[]> =>
  queryable.query<SecretRow>(
    `select id, secret, created_at, retires_at from webhook_secrets
     where account_id = $1 and (retires_at is null or retires_at > $2) order by retires_at desc nulls first`,
    [accountId, now],
  )
