import { sessionHeader } from '@polyparse/contract/sessions'

/** Whose request it is: an API key or the admin token; null: the session of this browser. */
export type Credential = string | null

/** The header that a request of theirs has. */
export const authorizationOf = (credential: Credential): Readonly<Record<string, string>> =>
  credential === null ? { [sessionHeader]: '1' } : { authorization: `Bearer ${credential}` }
