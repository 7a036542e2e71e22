import type { Database } from '../../../src/db/database.ts'
import { DatabaseClosedError } from '../../../src/db/errors.ts'

/** Lends a database to one test. Once closed, it refuses work like any closed database, and is given back. */
export const lend = (database: Database, giveBack: () => void): Database => {
  const listeners = new Set<() => Promise<void>>()
  let closing: Promise<void> | null = null
  const lent = (): Database => {
    if (closing !== null) throw new DatabaseClosedError()
    return database
  }
  const close = async (): Promise<void> => {
    for (const stop of listeners) await stop()
    giveBack()
  }
  return {
    kind: database.kind,
    query: async (text, parameters) => lent().query(text, parameters),
    transaction: async (work) => lent().transaction(work),
    patiently: async (work) => lent().patiently(work),
    listen: async (channel, listener) => {
      const stop = await lent().listen(channel, listener)
      listeners.add(stop)
      return async () => {
        if (closing === null && listeners.delete(stop)) await stop()
      }
    },
    close: async () => {
      closing ??= close()
      await closing
    },
  }
}
