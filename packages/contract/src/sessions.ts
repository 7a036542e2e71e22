import { nullable } from '@polyparse/document/schema'
import { Type, type Static } from '@polyparse/document/typebox'
import { Timestamp } from './primitives.ts'

// The messages of `/api/session` between the service and its web app. Not the public API.

/** The roles of a browser that is signed in: `operator` also sees the administration. */
export const roles = ['operator', 'member'] as const
export const SessionRole = Type.Enum([...roles])
export type SessionRole = Static<typeof SessionRole>

/**
 * A request with the cookie of a session must have this header, with any value. Pages of other origins cannot send it,
 * because the service allows it to none of them.
 */
export const sessionHeader = 'x-polyparse-session'

export const BrowserSession = Type.Object({
  account: nullable(Type.String({ description: 'The name of the account; null for an operator without one.' })),
  role: SessionRole,
  person: nullable(Type.String({ description: 'The person who has signed in; null: somebody with a sign-in link.' })),
  expiresAt: Timestamp,
})
export type BrowserSession = Static<typeof BrowserSession>

/** The identity provider by which people sign in, as they know it, and the address that leads a browser there. */
export const IdentityProviderLink = Type.Object({ name: Type.String(), signInUrl: Type.String() })
export type IdentityProviderLink = Static<typeof IdentityProviderLink>

/** `session`: of the browser that asks, if it is signed in. */
export const SessionState = Type.Object({
  session: nullable(BrowserSession),
  identityProvider: Type.Optional(IdentityProviderLink),
})
export type SessionState = Static<typeof SessionState>

/** Why a sign-in by the identity provider failed: `signIn` in the query of the app. */
export const signInTroubles = ['failed', 'refused', 'unreachable'] as const
export type SignInTrouble = (typeof signInTroubles)[number]

export const RedeemLinkBody = Type.Object({ code: Type.String() }, { additionalProperties: false })
