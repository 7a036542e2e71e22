import { join } from 'node:path'
import type { Settings } from './config.ts'
import type { Database } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { openPglite } from './db/pglite.ts'
import { openPostgres } from './db/postgres.ts'

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataDirectory'> & Partial<Pick<Settings, 'databaseConnections'>>

/**
 * The database that the settings name, migrated: PostgreSQL where there is a URL, else the embedded one.
 * @throws {DatabaseInUseError} when another process has the embedded one open.
 */
export const openDatabase = async (
  { databaseUrl, dataDirectory, databaseConnections: connections }: DatabaseSettings,
  /** Gets the errors of background work. */
  onError?: (error: unknown) => void,
): Promise<Database> => {
  const options = onError === undefined ? {} : { onError }
  const database =
    databaseUrl === null
      ? await openPglite(join(dataDirectory, 'database'), options)
      : await openPostgres(databaseUrl, { ...options, ...(connections !== undefined && { connections }) })
  try {
    await migrate(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
