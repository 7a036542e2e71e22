import { randomUUIDv7 } from 'node:crypto'
import type { SessionRole } from '@polyparse/contract/sessions'
import type { Queryable } from '../db/database.ts'
import { isUuid } from '../db/values.ts'
import { hashSecret, sessionSecrets } from './secrets.ts'

/** A browser that is signed in. */
export type Session = {
  readonly id: string
  /** null: an operator who has no account. */
  readonly account: { readonly id: string; readonly name: string } | null
  readonly role: SessionRole
  /** The name of the person by the identity provider; null: somebody with a sign-in link. */
  readonly person: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | null
}

type NewSession = {
  readonly accountId: string | null
  readonly role: SessionRole
  readonly person: string | null
  readonly lifetimeMs: number
}

/** A session with the secret that the browser gets, which cannot be read again. */
export type CreatedSession = { readonly secret: string; readonly session: Session }

export const createSession = async (
  database: Queryable,
  { accountId, role, person, lifetimeMs }: NewSession,
  now: Date,
): Promise<CreatedSession> => {
  await database.query('delete from sessions where expires_at <= $1', [now])
  const secret = sessionSecrets.create()
  const [row] = await database.query<SessionRow>(
    `with sessions as (
       insert into sessions (id, hash, account_id, role, person, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7) returning *
     ) ${selection}`,
    [randomUUIDv7(), hashSecret(secret), accountId, role, person, now, new Date(now.getTime() + lifetimeMs)],
  )
  if (row === undefined) throw new Error('the session that was created is missing')
  return { secret, session: toSession(row) }
}

const lastUsedPrecisionMs = 60_000

/** The session that has the secret; null if there is none, or if it is over. */
export const readSession = async (database: Queryable, secret: string, now: Date): Promise<Session | null> => {
  if (!sessionSecrets.matches(secret)) return null
  const [row] = await database.query<SessionRow>(`${selection} where hash = $1 and expires_at > $2`, [
    hashSecret(secret),
    now,
  ])
  if (row === undefined) return null
  if (row.last_used_at === null || now.getTime() - row.last_used_at.getTime() >= lastUsedPrecisionMs)
    void noteUse(database, row.id, now)
  return toSession(row)
}

/** No request waits for this, and a failure does not matter, because the next request tries again. */
const noteUse = async (database: Queryable, id: string, now: Date): Promise<void> => {
  try {
    await database.query(
      'update sessions set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at <= $3)',
      [id, now, new Date(now.getTime() - lastUsedPrecisionMs)],
    )
  } catch {
    // The request itself has the same trouble with the database and reports it.
  }
}

/** Those that are not over, newest first. */
export const listSessions = async (database: Queryable, now: Date): Promise<Session[]> => {
  const rows = await database.query<SessionRow>(`${selection} where expires_at > $1 order by sessions.id desc`, [now])
  return rows.map(toSession)
}

/** Signs the browser out from its next request on. Returns false if there is no such session. */
export const endSession = async (database: Queryable, id: string): Promise<boolean> =>
  isUuid(id) && (await database.query('delete from sessions where id = $1 returning 1', [id])).length > 0

const selection = `select sessions.id, account_id, accounts.name as account, role, person, sessions.created_at, expires_at,
  last_used_at from sessions left join accounts on accounts.id = account_id`

type SessionRow = {
  id: string
  account_id: string | null
  account: string | null
  role: string
  person: string | null
  created_at: Date
  expires_at: Date
  last_used_at: Date | null
}

/** The database allows only these two. */
export const toRole = (text: string): SessionRole => (text === 'operator' ? 'operator' : 'member')

const toSession = (row: SessionRow): Session => ({
  id: row.id,
  account: row.account_id === null || row.account === null ? null : { id: row.account_id, name: row.account },
  role: toRole(row.role),
  person: row.person,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  lastUsedAt: row.last_used_at,
})
