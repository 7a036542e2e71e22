import { pino } from 'pino'
import { createFirstKey } from '../../../src/accounts/first-key.ts'
import { readSettings } from '../../../src/config.ts'
import { startService, startWorkerProcess } from '../../../src/service.ts'
import { welcome } from '../../../src/welcome.ts'
import { remoteProvider } from '../remote-vendor.ts'
import { setClockWrong } from '../wrong-clock.ts'

/** An API or a worker with a remote provider beside its own, as a program; its clock may be wrong. */
const settings = readSettings(process.env)
setClockWrong(Number(process.env['TEST_CLOCK_SKEW_MS'] ?? 0))
const options = {
  moreProviders: [
    remoteProvider(process.env['TEST_VENDOR_URL'] ?? '', {
      limits: { concurrency: 12, answerSeconds: 3, deadlineSeconds: 120 },
      pollInSeconds: 0.5,
    }),
  ],
}
const logger = pino({ level: settings.logLevel })

// A test that is killed itself cannot end its processes.
const parent = process.ppid
setInterval(() => process.ppid === parent || process.exit(1), 1000).unref()

const stop = Promise.withResolvers<NodeJS.Signals>()
process.once('SIGTERM', stop.resolve)
if (process.argv[2] === 'worker') {
  const worker = await startWorkerProcess(settings, logger, options)
  process.stdout.write('Polyparse worker is ready\n\n')
  await stop.promise
  await worker.close()
} else {
  const service = await startService(settings, logger, { ...options, withWorker: false })
  const firstKey = await createFirstKey(service.database, service.clock(), settings.dataDirectory)
  process.stdout.write(welcome({ url: service.url, baseUrl: service.url, firstKey, samplePath: 'sample.pdf' }))
  await stop.promise
  await service.close()
}
process.exit(0)
