/** Limits the life of the key if the command is killed before it can disable it. */
const lifetimeMs = 24 * 3600 * 1000

/** The key of one command, which disables it when it ends. */
export const temporaryKey = (now: Date) => ({
  account: 'command-line',
  name: 'temporary',
  expiresAt: new Date(now.getTime() + lifetimeMs),
})
