import { sessionHeader } from '@polyparse/contract/sessions'

/** The credential of a request: an API key or the admin token; null for the session of this browser. */
export type Credential = string | null

/** The header that a request of theirs has. */
export const authorizationOf = (credential: Credential): Readonly<Record<string, string>> =>
  credential === null ? { [sessionHeader]: '1' } : { authorization: `Bearer ${credential}` }
