import { join } from 'node:path'
import { Readable } from 'node:stream'
import { readerEngines } from '@polyparse/readers'
import { createSandbox } from '@polyparse/sandbox'
import { pagesPdf } from '@polyparse/test-support/pdf'
import { type Measurement, medianOfSamples, percentile, timed } from '@polyparse/test-support/statistics'
import { createLocalProvider } from '@polyparse/providers/composition'
import { providerA } from '@polyparse/providers/local'
import { createClient } from '../test/support/client.ts'
import { startServer, type Server } from '../test/support/server.ts'

const repeats = 60
const warmUp = 10

/** Measures what one page takes from creation to `complete`, against the engine alone. */
export const measureLatency = async (server: Server, key: string, folder: string): Promise<Measurement[]> => {
  const document = await pagesPdf(1)
  const sandbox = createSandbox({ ...readerEngines, size: 1, spoolDirectory: join(folder, 'spool') })
  const provider = createLocalProvider(providerA, { sandbox })
  const parse = () =>
    provider.parse(
      {
        source: {
          owner: 'account',
          mediaType: 'application/pdf',
          filename: 'a.pdf',
          size: document.length,
          open: async () => Readable.from([document]),
        },
        pages: null,
        maxPages: 100,
        options: {},
        outputs: ['markdown'],
        includeRaw: false,
      },
      new AbortController().signal,
    )
  const client = createClient(server.url, key)
  const job = async () => {
    const { id } = await client.upload(document, { name: 'a.pdf', type: 'application/pdf' })
    const { status } = await client.end(id)
    if (status !== 'complete') throw new Error(`the job ended ${status}`)
  }

  const bare: number[] = []
  const whole: number[] = []
  for (let index = 0; index < repeats; index += 1) {
    bare.push(await timed(parse))
    whole.push(await timed(job))
  }
  await sandbox.close()
  const engine = medianOfSamples(bare.slice(warmUp))
  const complete = medianOfSamples(whole.slice(warmUp))
  const added = complete - engine
  return [
    { name: 'one-page PDF: engine alone, p50', value: engine, unit: 'ms' },
    { name: 'one-page PDF: create → complete, p50', value: complete, unit: 'ms' },
    { name: 'one-page PDF: create → complete, p95', value: percentile(whole.slice(warmUp), 0.95), unit: 'ms' },
    { name: 'one-page PDF: added by the service, p50', value: added, unit: 'ms', aim: '≤ 40', holds: added <= 40 },
  ]
}

/** From the start of the process to the first healthy answer, on a data directory that has been used before. */
export const measureStart = async (folder: string): Promise<Measurement[]> => {
  const times: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const start = performance.now()
    const server = await startServer({ folder: join(folder, 'start'), databaseUrl: null })
    const health = await fetch(`${server.url}/api/v1/health`)
    if (!health.ok) throw new Error(`health answered ${health.status}`)
    if (round > 0) times.push(performance.now() - start)
    await server.end('SIGTERM')
  }
  const warm = medianOfSamples(times)
  return [{ name: 'warm start → healthy', value: warm, unit: 'ms', aim: '< 2000', holds: warm < 2000 }]
}
