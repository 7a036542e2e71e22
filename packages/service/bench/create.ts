import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { ResolvedRequest } from '../src/jobs/job.ts'
import { type Measurement, percentile, rate, timed } from '@polyparse/test-support/statistics'
import { Agent, request } from 'undici'
import { createJob } from '../src/jobs/create.ts'
import { systemClock } from '../src/lib/clock.ts'
import { openDatabase } from '../src/open-database.ts'
import { openQueue } from '../src/queue/open-queue.ts'
import type { Server } from '../test/support/server.ts'
import { jobRequest } from '../test/support/job-request.ts'

const callers = 16
const milliseconds = 5000

/** Measures what the database alone achieves: the same rows, without HTTP. */
const rawRate = async (folder: string): Promise<number> => {
  const database = await openDatabase({ databaseUrl: null, dataDirectory: join(folder, 'raw') })
  const queue = await openQueue(database, { onError: (error) => console.error(error) })
  const accountId = randomUUID()
  await database.query('insert into accounts (id, name, created_at) values ($1, $2, now())', [accountId, 'bench'])
  const asked: ResolvedRequest = jobRequest()
  const create = () =>
    createJob(
      { database, queue, clock: systemClock },
      {
        id: randomUUIDv7(),
        accountId,
        keyId: null,
        idempotencyKey: randomUUID(),
        fingerprint: 'f'.repeat(64),
        fallback: null,
        request: asked,
        providers: ['provider-a'],
        source: { url: 'http://127.0.0.1/never' },
      },
    )
  await rate(callers, 1000, create)
  const result = await rate(callers, milliseconds, create)
  await queue.close(0)
  await database.close()
  return result
}

/** A source that never answers, so that the workers wait for it while jobs are created. */
const startSilentSource = async (): Promise<{ url: string; close: () => void }> => {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return {
    url: `http://127.0.0.1:${address.port}/never.pdf`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Measures how fast jobs are created and read; needs a server that may fetch from loopback. */
export const measureCreation = async (
  server: Server,
  key: string,
  folder: string,
  finishedJob: string,
): Promise<Measurement[]> => {
  const source = await startSilentSource()
  const dispatcher = new Agent({ connections: callers })
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const body = JSON.stringify({ operation: 'parse', source: { url: source.url }, outputs: ['markdown'] })
  const create = async () => {
    const answer = await request(`${server.url}/api/v1/jobs`, {
      method: 'POST',
      dispatcher,
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body,
    })
    await answer.body.dump()
    if (answer.statusCode !== 202) throw new Error(`creation answered ${answer.statusCode}`)
  }
  const poll = async () => {
    const answer = await request(`${server.url}/api/v1/jobs/${finishedJob}`, {
      dispatcher,
      headers: { ...headers, 'accept-encoding': 'gzip' },
    })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`reading answered ${answer.statusCode}`)
  }

  const raw = await rawRate(folder)
  const single: number[] = []
  for (let index = 0; index < 400; index += 1) single.push(await timed(create))
  const steady = single.slice(100)
  const created = await rate(callers, milliseconds, create)
  const polled = await rate(callers, milliseconds, poll)
  await dispatcher.close()
  source.close()

  const p50 = percentile(steady, 0.5)
  return [
    { name: 'create → 202, one at a time, p50', value: p50, unit: 'ms', aim: '< 5', holds: p50 < 5 },
    { name: 'create → 202, one at a time, p95', value: percentile(steady, 0.95), unit: 'ms' },
    { name: 'raw insert + enqueue, 16 callers', value: raw, unit: '/s' },
    { name: 'create, 16 callers', value: created, unit: '/s' },
    { name: 'create ÷ raw', value: created / raw, unit: '×', aim: '≥ 0.7', holds: created / raw >= 0.7 },
    { name: 'poll of a finished job, 16 callers', value: polled, unit: '/s' },
    { name: 'poll ÷ create', value: polled / created, unit: '×', aim: '≥ 4', holds: polled / created >= 4 },
  ]
}
