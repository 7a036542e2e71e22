import { pino, stdTimeFunctions, type Logger } from 'pino'
import { createFirstKey } from './accounts/first-key.ts'
import type { Settings } from './config.ts'
import { currentIds } from './lib/tracing.ts'
import { readAll } from './service/adapters.ts'
import { sampleFile } from './service/own-files.ts'
import { startService, startWorkerProcess, type Worker } from './service.ts'
import { terminalLog } from './terminal-log.ts'
import { welcome } from './welcome.ts'

/** The process exits this long after the signal, even if something hangs or it is still waiting to start. */
const lastExitMs = 9_500

/**
 * Starts the service with the settings in the environment and runs it until SIGTERM or SIGINT. Without a worker, jobs
 * wait for one in another process.
 * @throws {SettingsError} {@link DatabaseInUseError} and others, before anything listens.
 */
export const serve = async (
  environment: NodeJS.ProcessEnv,
  { withWorker }: { readonly withWorker: boolean },
): Promise<void> => {
  const { settings, moreAdapters } = await readAll(environment)
  const logger = createLogger(settings.logLevel)
  await runUntilSignal(logger, async () => {
    const service = await startService(settings, logger, { withWorker, moreAdapters })
    // Output that does not go to a terminal is kept in logs, where no key belongs.
    const keyFolder = process.stdout.isTTY ? null : settings.dataDirectory
    const firstKey = await createFirstKey(service.database, service.clock(), keyFolder)
    process.stdout.write(
      welcome({ url: service.url, baseUrl: settings.baseUrl ?? service.url, firstKey, samplePath: sampleFile }),
    )
    return service
  })
}

/** Runs a worker without an API until SIGTERM or SIGINT. */
export const work = async (environment: NodeJS.ProcessEnv): Promise<void> => {
  const { settings, moreAdapters } = await readAll(environment)
  const logger = createLogger(settings.logLevel)
  await runUntilSignal(logger, async () => {
    const worker = await startWorkerProcess(settings, logger, { moreAdapters })
    process.stdout.write('Polyparse worker is ready\n\n')
    return worker
  })
}

const runUntilSignal = async (logger: Logger, start: () => Promise<Worker>): Promise<void> => {
  // Added before the start, so that a signal during the start is not lost.
  const stop = Promise.withResolvers<NodeJS.Signals>()
  process.once('SIGTERM', stop.resolve).once('SIGINT', stop.resolve)
  const stopping = stop.promise.then((signal) => {
    logger.info({ signal }, 'stopping')
    setTimeout(() => process.exit(0), lastExitMs).unref()
  })
  const started = await start()
  await stopping
  await started.close()
  process.exit(0)
}

/** Logs JSON lines, or readable lines on a terminal. */
const createLogger = (level: Settings['logLevel']): Logger => {
  // Lines that belong to a trace carry its ids.
  const options = { level, timestamp: stdTimeFunctions.isoTime, mixin: currentIds }
  return process.stdout.isTTY ? terminalLog(options) : pino(options)
}
