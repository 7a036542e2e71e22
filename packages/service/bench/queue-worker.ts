import { setTimeout } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { openPostgres } from '../src/db/postgres.ts'
import { listenForEndings } from '../src/jobs/endings.ts'
import { systemClock } from '../src/lib/clock.ts'
import { openQueue } from '../src/queue/pg-boss.ts'
import { workOn } from '../src/worker/worker.ts'
import { emptyBlobs } from '../test/support/empty-blobs.ts'
import { documentOf, testProvider } from '../test/support/providers.ts'
import { createKeyedLimit } from '../src/lib/keyed-limit.ts'
import { createRenderer } from '../src/worker/rendering/renderer.ts'

/** One worker process of the measurement: `bare` is pg-boss alone, `ours` the product with a provider that does nothing. */
const [, , kind, url = '', slots = '4', workMs = '0'] = process.argv

const runBare = async (): Promise<void> => {
  const boss = new PgBoss({ connectionString: url, useListenNotify: true, schedule: false })
  boss.on('error', console.error)
  await boss.start()
  const options = { batchSize: 1, pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 1 }
  for (let slot = 0; slot < Number(slots); slot += 1) {
    const id: string = await boss.work('runs', options, async () => {
      if (workMs !== '0') await setTimeout(Number(workMs))
      boss.notifyWorker(id)
    })
  }
}

const runOurs = async (): Promise<void> => {
  const onError = (error: unknown) => console.error(error)
  const database = await openPostgres(url, { onError })
  const queue = await openQueue(database, { onError })
  const read = async () => {
    if (workMs !== '0') await setTimeout(Number(workMs))
    return documentOf('Hello.')
  }
  const parts = {
    database,
    queue,
    blobs: emptyBlobs,
    endings: await listenForEndings(database),
    hosts: createKeyedLimit(4),
    renderer: createRenderer({ maxMebibytes: 512, maxSeconds: 60 }),
    providers: new Map(['provider-a', 'provider-b'].map((id) => [id, testProvider(id, read)])),
    clock: systemClock,
    logger: pino({ level: 'error' }),
    limits: {
      maxSourceBytes: 1_000_000,
      maxPages: 100,
      addressPolicy: { allow: 'none' as const },
      concurrency: new Map<string, number>(),
      spending: { pagesPerDay: null, costPerJob: null },
    },
  }
  await queue.work(Number(slots), (message, signal) => workOn(parts, message, signal))
}

await (kind === 'bare' ? runBare() : runOurs())
process.on('message', () => {
  const cpu = process.cpuUsage()
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({ cpu, rss, heapUsed })
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
