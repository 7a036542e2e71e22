import type { Database } from './database.ts'
import { DatabaseUnavailableError } from './errors.ts'

/**
 * The database for whoever must answer in time: what it has not done by then counts as unavailable. It may still happen,
 * as after a connection that broke, so only what bears that may be asked through it.
 */
export const patientDatabase = (database: Database, milliseconds: number): Database => {
  const inTime = async <Result>(work: Promise<Result>): Promise<Result> => {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      late.reject(new DatabaseUnavailableError(`the database did not answer within ${milliseconds} ms`))
    }, milliseconds)
    try {
      return await Promise.race([work, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    ...database,
    query: (text, parameters) => inTime(database.query(text, parameters)),
    transaction: (work) => inTime(database.transaction(work)),
  }
}
