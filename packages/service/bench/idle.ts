import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { treeBytes } from '@polyparse/test-support/memory'
import { pagesPdf } from '@polyparse/test-support/pdf'
import { type Measurement, medianOfSamples, timed } from '@polyparse/test-support/statistics'
import { createClient } from '../test/support/client.ts'
import { startServer } from '../test/support/server.ts'

/** Longer than the minute after which an engine that has nothing to read is let go. */
const idleMs = 120_000

const maxMebibytes = 170
/** On a machine where the job takes 40 ms once its engine is warm. */
const maxTimesWarm = 300 / 40

/**
 * The memory of all processes of a service on the embedded database that has had nothing to do since its first start, and how
 * much longer than others the first job takes that comes then.
 */
export const measureIdle = async (folder: string): Promise<Measurement[]> => {
  const place = { folder: join(folder, 'idle'), databaseUrl: null }
  const server = await startServer(place, { POLYPARSE_PRELOAD_ENGINES: 'true' })
  try {
    const { key } = server
    if (key === null) throw new Error('the first start gave no key')
    const client = createClient(server.url, key)
    const document = await pagesPdf(1)
    const job = () =>
      timed(async () => {
        const { id } = await client.upload(document, { name: 'a.pdf', type: 'application/pdf' })
        await client.end(id)
      })
    await setTimeout(idleMs)
    const value = ((await treeBytes(server.child.pid ?? 0)) ?? Number.NaN) / 1024 ** 2
    const first = await job()
    const later: number[] = []
    for (let index = 0; index < 20; index += 1) later.push(await job())
    const warm = medianOfSamples(later.slice(5))
    const ratio = first / warm
    return [
      {
        name: 'idle for two minutes: memory of all processes',
        value,
        unit: 'MiB',
        aim: `≤ ${maxMebibytes}`,
        holds: value <= maxMebibytes,
      },
      {
        name: 'idle for two minutes: first job ÷ warm one',
        value: ratio,
        unit: '×',
        aim: `≤ ${maxTimesWarm}`,
        holds: ratio <= maxTimesWarm,
      },
      { name: 'idle for two minutes: first job', value: first, unit: 'ms' },
      { name: 'the same job, warm', value: warm, unit: 'ms' },
    ]
  } finally {
    await server.end('SIGTERM')
  }
}
