import { pino } from 'pino'
import { createFirstKey } from '../../src/accounts/first-key.ts'
import { readSettings } from '../../src/config.ts'
import { startService } from '../../src/service.ts'
import { welcome } from '../../src/welcome.ts'
import { remoteProvider } from './remote-vendor.ts'

/**
 * The service as a program, with a remote provider beside its own: the environment holds the vendor's URL and its
 * options.
 */
const url = process.env['TEST_VENDOR_URL'] ?? ''
const options = JSON.parse(process.env['TEST_VENDOR_OPTIONS'] ?? '{}')
const settings = readSettings(process.env)
const stop = Promise.withResolvers<NodeJS.Signals>()
process.once('SIGTERM', stop.resolve)
const service = await startService(settings, pino({ level: settings.logLevel }), {
  moreProviders: [remoteProvider(url, options)],
})
const firstKey = await createFirstKey(service.database, service.clock(), settings.dataDirectory)
process.stdout.write(welcome({ url: service.url, baseUrl: service.url, firstKey, samplePath: 'sample.pdf' }))
await stop.promise
await service.close()
process.exit(0)
