import { destination, pino } from 'pino'
import { createKey, disableKey } from '../../accounts/keys.ts'
import { readSettings } from '../../config.ts'
import { signInSettings } from '../../config/sign-in-settings.ts'
import { openMemoryDatabase } from '../../open-database.ts'
import { startService } from '../../service.ts'
import { readAll } from '../../service/adapters.ts'
import { languagesFolder } from '../../service/languages-folder.ts'
import type { ServiceAccess } from './access.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { temporaryKey } from './temporary-key.ts'

/** A service for one command has no sign-in. */
const noSignIn = Object.fromEntries(Object.values(signInSettings).map(({ variable }) => [variable, '']))

/**
 * Starts a service in this process for one command. It listens on a free loopback port, logs nothing unless
 * POLYPARSE_LOG_LEVEL is set, and keeps its database in memory and documents in a temporary folder. It ignores the database and the data directory in
 * the settings: they belong to another service, whose jobs it would take and whose files it would delete.
 */
export const openTemporaryService = async (
  environment: NodeJS.ProcessEnv,
): Promise<ServiceAccess & AsyncDisposable> => {
  await using parts = new AsyncDisposableStack()
  const { path } = parts.use(temporaryFolder())
  const { settings, moreAdapters } = await readAll({
    ...environment,
    POLYPARSE_DATA_DIR: path,
    POLYPARSE_LANGUAGES_DIR: languagesFolder(readSettings(environment)),
    POLYPARSE_LOG_LEVEL: environment['POLYPARSE_LOG_LEVEL']?.trim() || 'silent',
    DATABASE_URL: '',
    POLYPARSE_BASE_URL: '',
    ...noSignIn,
    POLYPARSE_PRELOAD_ENGINES: 'false',
    HOST: '127.0.0.1',
    PORT: '0',
  })
  const logger = pino({ level: settings.logLevel }, destination({ dest: 2, sync: true }))
  const service = await startService(settings, logger, { openDatabase: openMemoryDatabase, moreAdapters })
  parts.defer(() => service.close())
  const { database, clock, url, warm } = service
  // Otherwise the start of the engines would count towards the first provider's time.
  await warm
  const { id, key } = await createKey(database, temporaryKey(clock()), clock())
  parts.defer(async () => {
    await disableKey(database, id, clock())
  })
  const opened = parts.move()
  return { url, key, keyOrigin: 'created for this command', [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
