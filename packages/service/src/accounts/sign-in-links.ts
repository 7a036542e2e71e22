import type { SessionRole } from '@polyparse/contract/sessions'
import type { Database, Queryable } from '../db/database.ts'
import { hashSecret, signInCodes } from './secrets.ts'
import { createSession, toRole, type CreatedSession } from './sessions.ts'

/** A new link. The code is in it, and cannot be read again. */
export type SignInLink = {
  readonly account: string
  readonly role: SessionRole
  readonly code: string
  readonly expiresAt: Date
}

/**
 * The code follows the `#`, which browsers do not send, so that it gets into no log.
 * @example signInAddress('https://parse.example.com', 'code') // 'https://parse.example.com/#/sign-in/code'
 */
export const signInAddress = (baseUrl: string, code: string): string => `${baseUrl}/#/sign-in/${code}`

/** Long enough to send it to a colleague, and short enough that nothing is lost by one that stays in a terminal. */
const linkMs = 3_600_000

/** A browser that signs in by link has no identity provider that could be asked again. */
const sessionMs = 30 * 24 * 3_600_000

/** A code that signs one browser in as the account of that name, once; null if there is no such account. */
export const createSignInLink = async (
  database: Queryable,
  { account, role }: { readonly account: string; readonly role: SessionRole },
  now: Date,
): Promise<SignInLink | null> => {
  await database.query('delete from sign_in_links where expires_at <= $1', [now])
  const [code, expiresAt] = [signInCodes.create(), new Date(now.getTime() + linkMs)]
  const [row] = await database.query<{ name: string }>(
    `with owner as (select id, name from accounts where name = $1), link as (
       insert into sign_in_links (hash, account_id, role, created_at, expires_at)
       select $2, id, $3, $4, $5 from owner
     ) select name from owner`,
    [account.normalize('NFC'), hashSecret(code), role, now, expiresAt],
  )
  return row === undefined ? null : { account: row.name, role, code, expiresAt }
}

/** A session for the code. Of several who use it at once, one gets it; null: unknown, used or expired, without saying which. */
export const redeemSignInLink = async (database: Database, code: string, now: Date): Promise<CreatedSession | null> => {
  if (!signInCodes.matches(code)) return null
  return database.transaction(async (transaction) => {
    const [link] = await transaction.query<{ account_id: string; role: string }>(
      'delete from sign_in_links where hash = $1 and expires_at > $2 returning account_id, role',
      [hashSecret(code), now],
    )
    if (link === undefined) return null
    return createSession(
      transaction,
      { accountId: link.account_id, role: toRole(link.role), person: null, lifetimeMs: sessionMs },
      now,
    )
  })
}
