import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Database, Queryable } from '../db/database.ts'

/**
 * The secret that signs the webhooks of an account, spelled as Standard Webhooks does: `whsec_` and the key in base64.
 */
export type WebhookSecret = {
  readonly account: string
  readonly secret: string
  readonly createdAt: Date
  /** Until when the secrets before it sign as well; null when there are none. */
  readonly previousUntil: Date | null
}

/** How long receivers have to adopt a new secret. */
const graceMs = 24 * 3_600_000

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** The secret of the account of that name, created when it is first needed; null if there is no such account. */
export const readWebhookSecret = async (
  database: Database,
  account: string,
  now: Date,
): Promise<WebhookSecret | null> => {
  const name = account.normalize('NFC')
  const [found] = await database.query<{ id: string }>('select id from accounts where name = $1', [name])
  if (found === undefined) return null
  await ensureSecret(database, found.id, now)
  return describeSecret(database, found.id, now)
}

/**
 * A new secret in place of the current one, which goes on signing for another day. Null if there is no such account.
 */
export const rotateWebhookSecret = async (
  database: Database,
  account: string,
  now: Date,
): Promise<WebhookSecret | null> => {
  const [found] = await database.query<{ id: string }>('select id from accounts where name = $1', [
    account.normalize('NFC'),
  ])
  return found === undefined ? null : rotateSecretOf(database, found.id, now)
}

/** The same for the account of this id. */
export const rotateSecretOf = (database: Database, accountId: string, now: Date): Promise<WebhookSecret | null> =>
  database.transaction(async (transaction) => {
    await transaction.query('select 1 from accounts where id = $1 for update', [accountId])
    await transaction.query('delete from webhook_secrets where account_id = $1 and retires_at <= $2', [accountId, now])
    await transaction.query('update webhook_secrets set retires_at = $2 where account_id = $1 and retires_at is null', [
      accountId,
      new Date(now.getTime() + graceMs),
    ])
    await ensureSecret(transaction, accountId, now)
    return describeSecret(transaction, accountId, now)
  })

/** The secrets that sign a webhook of the account now, the current one first; there is always one. */
export const signingSecrets = async (database: Queryable, accountId: string, now: Date): Promise<string[]> => {
  const known = await validSecrets(database, accountId, now)
  if (known[0]?.retires_at === null) return known.map(({ secret }) => secret)
  await ensureSecret(database, accountId, now)
  return (await validSecrets(database, accountId, now)).map(({ secret }) => secret)
}

/** Of any number of concurrent callers, one creates it. */
const ensureSecret = async (database: Queryable, accountId: string, now: Date): Promise<void> => {
  await database.query(
    `insert into webhook_secrets (id, account_id, secret, created_at) values ($1, $2, $3, $4)
     on conflict (account_id) where retires_at is null do nothing`,
    [randomUUIDv7(), accountId, newSecret(), now],
  )
}

type SecretRow = { secret: string; created_at: Date; retires_at: Date | null }

const validSecrets = (database: Queryable, accountId: string, now: Date): Promise<SecretRow[]> =>
  database.query<SecretRow>(
    `select secret, created_at, retires_at from webhook_secrets
     where account_id = $1 and (retires_at is null or retires_at > $2) order by retires_at desc nulls first`,
    [accountId, now],
  )

const describeSecret = async (database: Queryable, accountId: string, now: Date): Promise<WebhookSecret | null> => {
  const [account] = await database.query<{ name: string }>('select name from accounts where id = $1', [accountId])
  const [current, previous] = await validSecrets(database, accountId, now)
  if (account === undefined || current === undefined) return null
  return {
    account: account.name,
    secret: current.secret,
    createdAt: current.created_at,
    previousUntil: previous?.retires_at ?? null,
  }
}
