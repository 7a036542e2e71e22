import { BlobNotFoundError, type BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import { isReadOnly } from '../db/errors.ts'
import { readMigrations } from '../db/migrate.ts'
import { cached } from '../lib/cached.ts'

/** The reasons not to send work to this process, one sentence each; empty when it is ready. */
export type Readiness = () => Promise<readonly string[]>

/** The time that the database and the blob store may take to answer. */
const readinessTimeoutMs = 2000

/** They are asked no more often than this. */
const cachedMs = 2000

/** Tells whether the database can be written and has all migrations of this version, and the blob store can be read. */
export const createReadiness = ({ database, blobs }: { database: Database; blobs: BlobStore }): Readiness => {
  const newest = cached(Infinity, newestMigration)
  return cached(cachedMs, async () => {
    const missing = await Promise.all([
      withReadinessTimeout(databaseLacks(database, newest), 'The database does not answer.'),
      withReadinessTimeout(blobsLack(blobs), 'The blob store does not answer.'),
    ])
    return missing.filter((sentence) => sentence !== null)
  })
}

const newestMigration = async (): Promise<number> => (await readMigrations()).at(-1)?.number ?? 0

const withReadinessTimeout = async (check: Promise<string | null>, failed: string): Promise<string | null> => {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(late.resolve, readinessTimeoutMs, failed)
  try {
    return await Promise.race([check.catch(() => failed), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A newer schema is fine: during an upgrade, the older version keeps working until it is replaced. The statement deletes
 * nothing, and is refused where nothing can be written; then its connection is given up.
 */
const databaseLacks = async (database: Database, newest: () => Promise<number>): Promise<string | null> => {
  try {
    const [applied] = await database.query<{ newest: number | null }>(
      `with written as (delete from chores where false) select max(number) as newest from migrations`,
    )
    return (applied?.newest ?? 0) >= (await newest()) ? null : 'The database is not migrated yet.'
  } catch (error) {
    if (isReadOnly(error)) return 'The database can only be read.'
    throw error
  }
}

const blobsLack = async (blobs: BlobStore): Promise<string | null> => {
  if ((await blobs.freeBytes()) !== null) return null
  try {
    const found = await blobs.read('probes/absent')
    found.destroy()
  } catch (error) {
    if (!(error instanceof BlobNotFoundError)) throw error
  }
  return null
}
