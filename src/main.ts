import { fileURLToPath } from 'node:url'
import { pino, stdTimeFunctions, type Logger } from 'pino'
import { PinoPretty } from 'pino-pretty'
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
  // From now on, so that a signal during the start is not lost.
  const stop = Promise.withResolvers<NodeJS.Signals>()
  process.once('SIGTERM', stop.resolve).once('SIGINT', stop.resolve)

  const service = await startService(settings, logger)
  const firstKey = await createFirstKey(service.database)
  process.stdout.write(welcome({ url: service.url, firstKey, samplePath }))

  logger.info({ signal: await stop.promise }, 'stopping')
  setTimeout(() => process.exit(0), lastExitMs).unref()
  await service.close()
  process.exit(0)
}

const samplePath = fileURLToPath(new URL('../examples/sample.pdf', import.meta.url))

/** JSON lines, or lines for a person where one is watching. */
const createLogger = (level: LogLevel): Logger => {
  const options = { level, timestamp: stdTimeFunctions.isoTime }
  return process.stdout.isTTY ? pino(options, PinoPretty({ ignore: 'pid,hostname', sync: true })) : pino(options)
}

/** The account `default` gets a key when it has never had one: the first start. */
const createFirstKey = async (database: Database): Promise<string | null> => {
  const keys = await database.query('select 1 from keys limit 1')
  if (keys.length > 0) return null
  const { key } = await createKey(database, { account: 'default', name: 'first key', expiresAt: null }, systemClock())
  return key
}
