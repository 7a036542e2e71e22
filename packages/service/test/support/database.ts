import type { Database } from '../../src/db/database.ts'
import { openEmbedded } from './test-database/embedded.ts'
import { createMigratedDatabase, openOnServer } from './test-database/server.ts'
import { copyTemplate } from './test-database/template.ts'

export { createServerDatabase } from './test-database/server.ts'

/** The server on which the tests make and drop databases of their own, when there is one. */
export const testServerUrl = process.env['POLYPARSE_TEST_DATABASE_URL']

/** As `openTestDatabase`, embedded whatever the environment says. */
export const openTestPglite = (): Promise<Database> => openEmbedded()

/**
 * The same for processes of their own to open: at the URL, or, embedded, in the directory, which is made.
 */
export const createEmptyDatabase = async (
  directory: string,
): Promise<{ url: string | null; drop: () => Promise<void> }> => {
  if (testServerUrl !== undefined) return createMigratedDatabase(testServerUrl)
  await copyTemplate(directory)
  return { url: null, drop: async () => {} }
}

/**
 * A migrated database with nothing in it, and the queue's tables beside ours. Close it when the test is over: another
 * test gets it, emptied. Embedded, without syncing; on a server when POLYPARSE_TEST_DATABASE_URL names one.
 */
export const openTestDatabase = (): Promise<Database> =>
  testServerUrl === undefined ? openEmbedded() : openOnServer(testServerUrl)
