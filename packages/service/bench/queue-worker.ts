import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { openPostgres } from '../src/db/postgres.ts'
import { listenForEndings } from '../src/jobs/endings.ts'
import { openQueue } from '../src/queue/open-queue.ts'
import { workOn } from '../src/worker/worker.ts'
import { emptyBlobs } from '../test/support/empty-blobs.ts'
import { documentOf, testProvider } from '../test/support/providers.ts'
import { workerParts } from '../test/support/worker-parts.ts'

/** One worker process of the measurement: the product with providers that do nothing. */
const [, , url = '', slots = '4', workMs = '0'] = process.argv

const onError = (error: unknown) => console.error(error)
const database = await openPostgres(url, { onError })
const queue = await openQueue(database, { onError })
const read = async () => {
  if (workMs !== '0') await setTimeout(Number(workMs))
  return documentOf('Hello.')
}
const parts = await workerParts({
  database,
  queue,
  blobs: emptyBlobs,
  endings: await listenForEndings(database),
  providers: ['provider-a', 'provider-b'].map((id) => testProvider(id, read)),
  spoolFolder: await mkdtemp(join(tmpdir(), 'polyparse-bench-')),
  logger: pino({ level: 'error' }),
})
queue.work({ concurrency: Number(slots) }, (message, signal) => workOn(parts, message, signal))
process.on('message', () => {
  const cpu = process.cpuUsage()
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({ cpu, rss, heapUsed })
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
