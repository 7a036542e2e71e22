import type { Db } from 'pg-boss'
import type { Database, Transaction } from '../db/database.ts'

/** The form in which pg-boss sends several statements that belong in one transaction. */
const wrapped = /^\s*begin;(?<statements>.*)commit;\s*$/is

/**
 * The database in the interface of pg-boss: without its own connection pool, it works on both of ours. `listener` is
 * notified of new messages in its place, with the name of their queue, because pg-boss would have every slot of every
 * process look for each message.
 */
export const bossDatabase = (database: Database, listener: (queue: string) => void): Db => ({
  executeSql: async (text, values) => {
    const statements = wrapped.exec(text)?.groups?.['statements']
    // In a transaction of ours, so that a failure in the middle leaves no connection inside a transaction.
    if (statements !== undefined)
      return { rows: await database.transaction((transaction) => transaction.script(statements)) }
    return { rows: await database.query(text, values) }
  },
  listen: async (channel, _wakeAll, onReconnect) => {
    const stop = await database.listen(channel, listener)
    onReconnect()
    return { close: stop }
  },
})

/** The same interface for single statements inside the caller's transaction. */
export const bossTransaction = (transaction: Transaction): Db => ({
  executeSql: async (text, values) => ({ rows: await transaction.query(text, values) }),
})
