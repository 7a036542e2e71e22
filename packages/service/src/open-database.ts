import { join } from 'node:path'
import type { Settings } from './config.ts'
import type { Database } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import { openMemoryPglite, openPglite } from './db/pglite.ts'
import { openPostgres } from './db/postgres.ts'

type DatabaseSettings = Pick<Settings, 'databaseUrl' | 'dataDirectory'> & Partial<Pick<Settings, 'databaseConnections'>>

export type OpenDatabase = typeof openDatabase

/**
 * The database that the settings name, migrated: PostgreSQL where there is a URL, else the embedded one.
 * @throws {DatabaseInUseError} when another process has the embedded one open.
 */
export const openDatabase = (
  { databaseUrl, dataDirectory, databaseConnections: connections }: DatabaseSettings,
  /** Gets the errors of background work. */
  onError?: (error: unknown) => void,
): Promise<Database> => {
  const options = onError === undefined ? {} : { onError }
  return migrated(
    databaseUrl === null
      ? openPglite(join(dataDirectory, 'database'), options)
      : openPostgres(databaseUrl, { ...options, ...(connections !== undefined && { connections }) }),
    onError,
  )
}

/** An embedded database, migrated, of which nothing is kept. */
export const openMemoryDatabase: OpenDatabase = (_settings, onError) =>
  migrated(openMemoryPglite(onError === undefined ? {} : { onError }), onError)

const migrated = async (opening: Promise<Database>, onError?: (error: unknown) => void): Promise<Database> => {
  const database = await opening
  try {
    await migrate(database, undefined, onError)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
