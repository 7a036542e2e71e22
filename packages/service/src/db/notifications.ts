import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'

const probeChannel = 'polyparse_probe'

/**
 * Tells whether a notification comes back within `milliseconds`. None does through a pooler that gives every transaction
 * another connection, such as pgbouncer in transaction mode: it accepts `listen`, and delivers nothing.
 */
export const deliversNotifications = async (
  database: Pick<Database, 'listen' | 'query'>,
  milliseconds = 10_000,
): Promise<boolean> => {
  const sent = randomUUID()
  const received = Promise.withResolvers<boolean>()
  const stop = await database.listen(probeChannel, (payload) => {
    if (payload === sent) received.resolve(true)
  })
  const timer = setTimeout(() => received.resolve(false), milliseconds)
  try {
    await database.query('select pg_notify($1, $2)', [probeChannel, sent])
    return await received.promise
  } finally {
    clearTimeout(timer)
    await stop()
  }
}
