import type { Db } from 'pg-boss'
import type { Database, Transaction } from '../db/database.ts'

/** How pg-boss wraps the several statements that it wants done together or not at all. */
const wrapped = /^\s*begin;(?<statements>.*)commit;\s*$/is

/**
 * The database as pg-boss asks for it: with its own connection pool left out, it works on both of ours. `listener` is told of
 * new messages in its stead, as it would have every slot of every process look for each.
 */
export const bossDatabase = (database: Database, listener: () => void): Db => ({
  executeSql: async (text, values) => {
    const statements = wrapped.exec(text)?.groups?.['statements']
    // In a transaction of ours, so that a failure in the middle leaves no connection inside one of its own.
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

/** The same for one statement inside the caller's transaction. */
export const bossTransaction = (transaction: Transaction): Db => ({
  executeSql: async (text, values) => ({ rows: await transaction.query(text, values) }),
})
