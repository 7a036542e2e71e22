import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { destination, pino } from 'pino'
import { createKey, disableKey } from '../../accounts/keys.ts'
import { readSettings } from '../../config.ts'
import { systemClock } from '../../lib/clock.ts'
import { startService } from '../../service.ts'
import type { Access } from './access.ts'
import { keyOfCall } from './key-of-call.ts'

/**
 * A service in this process, for one call. It listens on a free port of this machine alone, says nothing unless
 * POLYPARSE_LOG_LEVEL asks it to, and keeps its things in a folder that goes with it. Neither the database nor the data
 * directory of the settings are for it: they are another service's, whose jobs it would take and whose files it would
 * clear away.
 */
export const openOwnService = async (environment: NodeJS.ProcessEnv): Promise<Access & AsyncDisposable> => {
  await using parts = new AsyncDisposableStack()
  const { path } = parts.use(temporaryFolder())
  const settings = readSettings({
    ...environment,
    POLYPARSE_DATA_DIR: path,
    POLYPARSE_LOG_LEVEL: environment['POLYPARSE_LOG_LEVEL']?.trim() || 'silent',
    DATABASE_URL: '',
    POLYPARSE_BASE_URL: '',
    HOST: '127.0.0.1',
    PORT: '0',
  })
  const logger = pino({ level: settings.logLevel }, destination({ dest: 2, sync: true }))
  const service = await startService(settings, logger)
  parts.defer(() => service.close())
  const { database, url, warm } = service
  // Else the start of the engines counts in the time of whichever provider is first.
  await warm
  const { id, key } = await createKey(database, keyOfCall(systemClock()), systemClock())
  parts.defer(async () => {
    await disableKey(database, id, systemClock())
  })
  const opened = parts.move()
  return { url, key, keyOrigin: 'that was made for this call', [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

/** Gone when it is disposed of, and also when the process ends before. */
const temporaryFolder = (): Disposable & { readonly path: string } => {
  const path = mkdtempSync(join(tmpdir(), 'polyparse-call-'))
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 3 })
  process.once('exit', remove)
  return {
    path,
    [Symbol.dispose]: () => {
      process.off('exit', remove)
      remove()
    },
  }
}
