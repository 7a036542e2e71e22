import { pino, stdTimeFunctions, type Logger } from 'pino'
import { PinoPretty } from 'pino-pretty'
import { createFirstKey } from './accounts/first-key.ts'
import { readSettings, type Settings } from './config.ts'
import { systemClock } from './lib/clock.ts'
import { currentIds } from './lib/tracing.ts'
import { sampleFile } from './service/own-files.ts'
import { startService, startWorker, type Worker } from './service.ts'
import { welcome } from './welcome.ts'

/** How long after the signal the process exits at the latest, even if something hangs. */
const lastExitMs = 9_500

/**
 * Starts the service as the environment says and keeps it until SIGTERM or SIGINT; without a worker, jobs wait for one
 * of another process.
 * @throws {SettingsError} {@link DatabaseInUseError} and others, before anything listens.
 */
export const serve = async (
  environment: NodeJS.ProcessEnv,
  { withWorker }: { readonly withWorker: boolean },
): Promise<void> => {
  const settings = readSettings(environment)
  const logger = createLogger(settings.logLevel)
  await keep(logger, async () => {
    const service = await startService(settings, logger, { withWorker })
    const firstKey = await createFirstKey(service.database, systemClock())
    process.stdout.write(welcome({ url: service.url, firstKey, samplePath: sampleFile }))
    return service
  })
}

/** The same for a worker without an API. */
export const work = async (environment: NodeJS.ProcessEnv): Promise<void> => {
  const settings = readSettings(environment)
  const logger = createLogger(settings.logLevel)
  await keep(logger, async () => {
    const worker = await startWorker(settings, logger)
    process.stdout.write('Polyparse works on jobs\n\n')
    return worker
  })
}

const keep = async (logger: Logger, start: () => Promise<Worker>): Promise<void> => {
  // From now on, so that a signal during the start is not lost.
  const stop = Promise.withResolvers<NodeJS.Signals>()
  process.once('SIGTERM', stop.resolve).once('SIGINT', stop.resolve)
  const started = await start()
  logger.info({ signal: await stop.promise }, 'stopping')
  setTimeout(() => process.exit(0), lastExitMs).unref()
  await started.close()
  process.exit(0)
}

/** JSON lines, or lines for a person where one is watching. */
const createLogger = (level: Settings['logLevel']): Logger => {
  // A line that belongs to a trace says to which.
  const options = { level, timestamp: stdTimeFunctions.isoTime, mixin: currentIds }
  return process.stdout.isTTY ? pino(options, PinoPretty({ ignore: 'pid,hostname', sync: true })) : pino(options)
}
