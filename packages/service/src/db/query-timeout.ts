import type { Database } from './database.ts'
import { DatabaseUnavailableError } from './errors.ts'

/**
 * The database with a time limit on every statement and transaction: one that has not ended by then counts as
 * unavailable. It may still take effect, as after a broken connection, so ask through it only what can be repeated.
 */
export const withQueryTimeout = (database: Database, timeoutMs: number): Database => {
  const inTime = async <Result>(work: Promise<Result>): Promise<Result> => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      late.reject(new DatabaseUnavailableError(`the database did not respond within ${timeoutMs} ms`))
    }, timeoutMs)
    try {
      return await Promise.race([work, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    ...database,
    query: (text, parameters) => inTime(database.query(text, parameters)),
    transaction: (work, options) => inTime(database.transaction(work, options)),
  }
}
