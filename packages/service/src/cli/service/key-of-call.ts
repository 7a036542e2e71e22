import type { NewKey } from '../../accounts/keys.ts'

/** Should the call be killed before it can take its key back. */
const lifetimeMs = 24 * 3600 * 1000

/** The key of one call of the command line, which is disabled when the call ends. */
export const keyOfCall = (now: Date): NewKey & { readonly expiresAt: Date } => ({
  account: 'command-line',
  name: 'for one call',
  expiresAt: new Date(now.getTime() + lifetimeMs),
})
