import type { Database } from '../db/database.ts'
import { meets, type AccountRule, type ClaimRule, type Claims } from '../lib/claim-rules.ts'
import { ensureAccount } from './accounts.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { createSession, type CreatedSession } from './sessions.ts'

/** The sign-in by an identity provider. */
export type Identity = {
  readonly provider: IdentityProvider
  readonly rules: IdentityRules
  /** The address of this service, to which its cookies belong. */
  readonly baseUrl: string
}

/** The rules on who may sign in, and with which role. */
export type IdentityRules = {
  readonly operators: readonly ClaimRule[]
  readonly accounts: readonly AccountRule[]
}

/** A working day: after it, the identity provider is asked again whether this is still one of its people. */
const sessionMs = 12 * 3_600_000

/** Longer than a name or an e-mail address. */
const maxPersonLength = 200

/** A session for the person about whom the identity provider says this; null if no rule lets them in. */
export const signInByIdentity = async (
  database: Database,
  claims: Claims,
  { operators, accounts }: IdentityRules,
  now: Date,
): Promise<CreatedSession | null> => {
  const role = operators.some((rule) => meets(claims, rule)) ? 'operator' : 'member'
  const account = accounts.find((rule) => meets(claims, rule))?.account ?? null
  if (account === null && role === 'member') return null
  return database.transaction(async (transaction) => {
    const accountId = account === null ? null : (await ensureAccount(transaction, account, now)).id
    return createSession(transaction, { accountId, role, person: personOf(claims), lifetimeMs: sessionMs }, now)
  })
}

/** Names a person for the bar of the app and the list of sessions; the name gives no rights. */
const personOf = (claims: Claims): string => {
  const email = claims['email_verified'] === false ? undefined : claims['email']
  const said = [email, claims['preferred_username'], claims['name'], claims['sub']].map(sanitizeIdentityText)
  return said.find((each) => each !== '') ?? 'unknown'
}

/** Returns what can be stored and shown of a text. */
const sanitizeIdentityText = (said: unknown): string =>
  typeof said === 'string' ? said.replaceAll(/\p{C}/gu, '').trim().slice(0, maxPersonLength).toWellFormed() : ''
