import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { processCpu } from '@polyparse/test-support/cpu'
import { residentBytes } from '@polyparse/test-support/memory'
import type { Measurement } from '@polyparse/test-support/statistics'
import { Agent, request } from 'undici'
import { createServerDatabase } from '../test/support/database.ts'
import { startServer } from '../test/support/server.ts'

const callers = 8

/** CPU time of an API process without a worker for a creation and a poll, and its memory after many. */
export const measureApi = async (serverUrl: string, jobs = 10_000): Promise<Measurement[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'polyparse-bench-'))
  const { url, drop } = await createServerDatabase(serverUrl)
  const server = await startServer({ folder, databaseUrl: url }, {}, undefined, ['serve', '--no-worker'])
  const dispatcher = new Agent({ connections: callers })
  const pid = server.child.pid ?? 0
  const headers = { authorization: `Bearer ${server.key}`, 'content-type': 'application/json' }
  const ids: string[] = []
  const body = JSON.stringify({ operation: 'parse', source: { url: 'http://example.com/a.pdf' }, outputs: ['text'] })
  const create = async () => {
    const answer = await request(`${server.url}/api/v1/jobs`, {
      method: 'POST',
      dispatcher,
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body,
    })
    const text = await answer.body.text()
    if (answer.statusCode !== 202) throw new Error(`creation answered ${answer.statusCode} ${text}`)
    ids.push(String(answer.headers.location))
  }
  const poll = async () => {
    const answer = await request(`${server.url}${ids[Math.floor(Math.random() * ids.length)]}`, { dispatcher, headers })
    await answer.body.dump()
    if (answer.statusCode !== 200) throw new Error(`reading answered ${answer.statusCode}`)
  }
  const cost = async (times: number, work: () => Promise<void>): Promise<number> => {
    const before = await processCpu(pid)
    let left = times
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (left > 0) {
          left -= 1
          await work()
        }
      }),
    )
    return ((await processCpu(pid)) - before) / times
  }
  try {
    await cost(jobs / 5, create)
    await cost(jobs / 5, poll)
    const before = (await residentBytes(pid)) ?? 0
    const created = await cost(jobs, create)
    const polled = await cost(jobs, poll)
    const after = (await residentBytes(pid)) ?? 0
    const grown = (after - before) / 1024 ** 2
    return [
      { name: 'CPU of the API, a creation', value: created, unit: 'ms' },
      { name: 'CPU of the API, a poll', value: polled, unit: 'ms' },
      { name: `memory of the API after ${jobs * 1.2} jobs`, value: after / 1024 ** 2, unit: 'MiB' },
      { name: 'memory of the API, growth', value: grown, unit: 'MiB' },
    ]
  } finally {
    await dispatcher.close()
    await server.end('SIGKILL')
    await drop()
    await rm(folder, { recursive: true, force: true })
  }
}
