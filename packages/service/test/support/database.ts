import type { Database } from '../../src/db/database.ts'
import { openEmbedded } from './test-database/embedded.ts'
import { createMigratedDatabase, openOnServer } from './test-database/server.ts'
import { copyTemplate } from './test-database/template.ts'

export { createServerDatabase } from './test-database/server.ts'

/** The server on which the tests create and drop databases, if there is one. */
export const testServerUrl = process.env['POLYPARSE_TEST_DATABASE_URL']

/** Like `openTestDatabase`, but embedded whatever the environment says. */
export const openTestPglite = (): Promise<Database> => openEmbedded()

/** The same for separate processes to open: at the URL, or, embedded, in the directory, which is created. */
export const createEmptyDatabase = async (
  directory: string,
): Promise<{ url: string | null; drop: () => Promise<void> }> => {
  if (testServerUrl !== undefined) return createMigratedDatabase(testServerUrl)
  await copyTemplate(directory)
  return { url: null, drop: async () => {} }
}

/**
 * A migrated database without data, with the queue's tables beside ours. Close it at the end of the test: another test
 * gets it, emptied. Embedded, without syncing; on a server when POLYPARSE_TEST_DATABASE_URL names one.
 */
export const openTestDatabase = (): Promise<Database> =>
  testServerUrl === undefined ? openEmbedded() : openOnServer(testServerUrl)
