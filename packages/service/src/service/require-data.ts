import { join } from 'node:path'
import type { Settings } from '../config.ts'
import { hasCluster } from '../db/cluster.ts'
import { NoDatabaseError } from '../db/errors.ts'
import { openPostgres } from '../db/postgres.ts'

/**
 * Makes certain that a service has stored something where the settings point. Elsewhere, as in a wrong folder, opening
 * the database would make an empty one, and a look at that would find all well.
 * @throws {NoDatabaseError} when nothing is there
 */
export const requireData = async ({ databaseUrl, dataDirectory }: DataLocation): Promise<void> => {
  const found = databaseUrl === null ? hasCluster(join(dataDirectory, 'database')) : await hasTables(databaseUrl)
  if (found) return
  throw new NoDatabaseError(
    databaseUrl === null
      ? `There is no Polyparse data in ${dataDirectory}. Set POLYPARSE_DATA_DIR to the data directory of the service.`
      : 'There is no Polyparse data in the database that DATABASE_URL names.',
  )
}

type DataLocation = Pick<Settings, 'databaseUrl' | 'dataDirectory'>

const hasTables = async (databaseUrl: string): Promise<boolean> => {
  const database = await openPostgres(databaseUrl, { connections: 1 })
  try {
    const [row] = await database.query<{ exists: boolean }>(`select to_regclass('migrations') is not null as exists`)
    return row?.exists === true
  } finally {
    await database.close()
  }
}
