import { destination, pino } from 'pino'
import { createKey, disableKey, type NewKey } from '../accounts/keys.ts'
import { readSettings } from '../config.ts'
import { signInSettings } from '../config/sign-in-settings.ts'
import { openMemoryDatabase } from '../open-database.ts'
import { startService } from '../service.ts'
import { readAll } from './adapters.ts'
import { languagesFolder } from './languages-folder.ts'

/** A service for one command has no sign-in. */
const noSignIn = Object.fromEntries(Object.values(signInSettings).map(({ variable }) => [variable, '']))

/**
 * Starts a service in this process for one command. It listens on a free loopback port, logs nothing unless
 * POLYPARSE_LOG_LEVEL is set, and keeps its database in memory and documents in the folder. It ignores the database and the data directory in
 * the settings: they belong to another service, whose jobs it would take and whose files it would delete. It has one key.
 */
export const startTemporaryService = async (
  environment: NodeJS.ProcessEnv,
  folder: string,
  keyAt: (now: Date) => NewKey,
): Promise<AsyncDisposable & { readonly url: string; readonly key: string }> => {
  await using parts = new AsyncDisposableStack()
  const { settings, moreAdapters } = await readAll({
    ...environment,
    POLYPARSE_DATA_DIR: folder,
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
  const { id, key } = await createKey(database, keyAt(clock()), clock())
  parts.defer(async () => {
    await disableKey(database, id, clock())
  })
  const opened = parts.move()
  return { url, key, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
