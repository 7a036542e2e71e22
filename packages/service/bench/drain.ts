import { randomUUID, randomUUIDv7 } from 'node:crypto'
import fs from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { type Measurement, medianOfSamples } from '@polyparse/test-support/statistics'
import { pino } from 'pino'
import { openDiskBlobs } from '../src/blobs/disk.ts'
import { createJob } from '../src/jobs/create.ts'
import { listenForEndings } from '../src/jobs/endings.ts'
import { newSourcePath } from '../src/jobs/paths.ts'
import { openDatabase } from '../src/open-database.ts'
import { openQueue } from '../src/queue/open-queue.ts'
import { workOn } from '../src/worker/worker.ts'
import { documentOf, testProvider } from '../test/support/providers.ts'
import { addAccount } from './queue-fleet.ts'
import { jobRequest } from '../test/support/job-request.ts'
import { workerParts } from '../test/support/worker-parts.ts'

const jobs = 400
const rounds = 3

/**
 * Measures how fast the embedded service works off small jobs: the database and the blobs are on disk and synced, the provider
 * does nothing, two runs at a time. Once more where every sync of the database takes longer, as on the disks of many
 * rented machines.
 */
export const measureDrain = async (): Promise<Measurement[]> => {
  const [plain, slow] = [await drain(0), await drain(slowerMs)]
  return [
    { name: 'small jobs drained, embedded', value: plain.rate, unit: '/s' },
    { name: 'CPU of a small job, embedded', value: plain.cpuMs, unit: 'ms' },
    { name: `drained, syncs ${slowerMs} ms slower`, value: slow.rate, unit: '/s' },
  ]
}

const slowerMs = 5

/** Makes every sync of a file of the database take longer: PGlite calls it on the main thread, so that waits. */
const slowSyncs = (milliseconds: number): (() => void) => {
  if (milliseconds === 0) return () => {}
  const { fsyncSync } = fs
  const clock = new Int32Array(new SharedArrayBuffer(4))
  fs.fsyncSync = (file) => {
    Atomics.wait(clock, 0, 0, milliseconds)
    fsyncSync(file)
  }
  syncBuiltinESMExports()
  return () => {
    fs.fsyncSync = fsyncSync
    syncBuiltinESMExports()
  }
}

const drain = async (slowerBy: number): Promise<{ rate: number; cpuMs: number }> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-bench-'))
  const onError = (error: unknown) => console.error(error)
  const database = await openDatabase({ databaseUrl: null, dataDirectory: join(folder, 'data') })
  const queue = await openQueue(database, { onError })
  const blobs = await openDiskBlobs(join(folder, 'blobs'))
  const endings = await listenForEndings(database)
  const parts = await workerParts({
    database,
    queue,
    blobs,
    endings,
    spoolFolder: join(folder, 'answers'),
    providers: [testProvider('provider-a', async () => documentOf('Hello.'))],
    logger: pino({ level: 'error' }),
  })
  const accountId = await addAccount(database, 'bench')
  const create = async () => {
    const id = randomUUIDv7()
    const path = newSourcePath(id)
    await blobs.write(path, Readable.from([Buffer.from('Hello.')]))
    const source = { filename: 'a.txt', mediaType: 'text/plain', path, size: 6, sha256: '0'.repeat(64) }
    const job = { id, accountId, keyId: null, idempotencyKey: randomUUID(), fingerprint: id, fallback: null, source }
    await createJob(parts, { ...job, request: jobRequest(), providers: ['provider-a'] })
  }
  const left = async () => (await database.query('select 1 from jobs where completed_at is null limit 1')).length > 0
  let isReady = false
  queue.work({ concurrency: 2, isReady: () => isReady }, (message, signal) => workOn(parts, message, signal))

  const rates: number[] = []
  const cpus: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    isReady = false
    for (let n = 0; n < jobs; n += 1) await create()
    const restore = slowSyncs(slowerBy)
    const begun = performance.now()
    const cpu = process.cpuUsage()
    isReady = true
    while (await left()) await setTimeout(20)
    rates.push((jobs * 1000) / (performance.now() - begun))
    const { user, system } = process.cpuUsage(cpu)
    cpus.push((user + system) / 1000 / jobs)
    restore()
  }
  await queue.close(1000)
  await endings.close()
  await parts.renderer.close()
  await database.close()
  await rm(folder, { recursive: true })
  return { rate: medianOfSamples(rates), cpuMs: medianOfSamples(cpus) }
}
