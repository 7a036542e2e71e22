import { fileURLToPath } from 'node:url'
import { pino, stdTimeFunctions, type Logger } from 'pino'
import { createKey } from './accounts/keys.ts'
import { readSettings, type LogLevel } from './config.ts'
import type { Database } from './db/database.ts'
import { systemClock } from './lib/clock.ts'
import { startService } from './service.ts'
import { welcome } from './welcome.ts'

/** How long after the signal the process ends at the latest, whatever still hangs. */
const lastExitMs = 9_500

/**
 * Starts the service as the environment says and keeps it until SIGTERM or SIGINT.
 * @throws {SettingsError} {@link DatabaseInUseError} and others, before anything listens.
 */
export const serve = async (environment: NodeJS.ProcessEnv): Promise<void> => {
  const settings = readSettings(environment)
  const logger = createLogger(settings.logLevel)
  const service = await startService(settings, logger)
  const firstKey = await createFirstKey(service.database)
  process.stdout.write(welcome({ url: service.url, firstKey, samplePath }))

  const stop = (signal: NodeJS.Signals) => {
    logger.info({ signal }, 'stopping')
    setTimeout(() => process.exit(0), lastExitMs).unref()
    service.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
}

const samplePath = fileURLToPath(new URL('../examples/sample.pdf', import.meta.url))

const createLogger = (level: LogLevel): Logger => pino({ level, timestamp: stdTimeFunctions.isoTime })

/** The account `default` gets a key when it has never had one: the first start. */
const createFirstKey = async (database: Database): Promise<string | null> => {
  const keys = await database.query('select 1 from keys limit 1')
  if (keys.length > 0) return null
  const { key } = await createKey(database, { account: 'default', name: 'first key', expiresAt: null }, systemClock())
  return key
}
