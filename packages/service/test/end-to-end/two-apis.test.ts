import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { JobList } from '@polyparse/contract'
import { Compile } from '@polyparse/document/typebox/compile'
import { createClient } from '../support/client.ts'
import { testServerUrl } from '../support/database.ts'
import { openStream } from '../support/events.ts'
import { startServer, startWorkerProcess, temporaryPlace } from '../support/server.ts'

const skip = testServerUrl === undefined ? 'POLYPARSE_TEST_DATABASE_URL names no server' : false

test('a job that is created at one API is polled, waited for and followed at another', { skip }, async (t) => {
  const place = await temporaryPlace(t)
  const more = { POLYPARSE_BLOBS: join(place.folder, 'blobs') }
  const serve = () => startServer(place, more, undefined, ['serve', '--no-worker'])
  const one = await serve()
  const other = await serve()
  t.after(() => Promise.all([one.end('SIGKILL'), other.end('SIGKILL')]))
  const key = one.key ?? ''
  const [here, there] = [createClient(one.url, key), createClient(other.url, key)]

  const idempotencyKey = randomUUID()
  const { id } = await here.upload('Hello', { idempotencyKey })
  assert.deepEqual(await there.read(id), { id, status: 'queued' })
  assert.equal((await there.upload('Hello', { idempotencyKey })).id, id)

  const stream = await openStream(`${other.url}/api/v1/jobs/${id}/events`, { authorization: `Bearer ${key}` })
  const [queued] = await stream.take(1)
  assert.deepEqual(queued?.data, { id, status: 'queued' })
  const waited = there.end(id)
  const worker = await startWorkerProcess(place, more)
  t.after(() => worker.end('SIGKILL'))

  assert.equal((await waited).status, 'complete')
  assert.deepEqual((await stream.rest()).at(-1)?.data, { id, status: 'complete' })
  assert.deepEqual(await here.read(id), await waited)

  const headers = { authorization: `Bearer ${key}` }
  const erased = await fetch(`${other.url}/api/v1/jobs/${id}`, { method: 'DELETE', headers })
  assert.equal(erased.status, 204)
  assert.equal((await fetch(`${one.url}/api/v1/jobs/${id}`, { headers })).status, 404)
})

const day = 24 * 3_600_000

/** An API or a worker whose clock is wrong. */
const program = fileURLToPath(new URL('../support/chaos/process.ts', import.meta.url))

test(
  'a result of a worker whose clock is eight days behind can be read at an API whose clock is eight days ahead',
  { skip },
  async (t) => {
    const place = await temporaryPlace(t)
    const more = { POLYPARSE_BLOBS: join(place.folder, 'blobs') }
    const wrong = (days: number) => ({
      ...more,
      TEST_VENDOR_URL: 'http://127.0.0.1:1',
      TEST_CLOCK_SKEW_MS: String(days * day),
    })
    const [api, worker] = await Promise.all([
      startServer(place, wrong(8), program, ['api']),
      startWorkerProcess(place, wrong(-8), program),
    ])
    t.after(() => Promise.all([api.end('SIGKILL'), worker.end('SIGKILL')]))
    const client = createClient(api.url, api.key ?? '')
    const { id } = await client.upload('Hello')
    assert.equal((await client.end(id)).status, 'complete')
    assert.equal((await client.read(id)).status, 'complete')

    const headers = { authorization: `Bearer ${api.key}` }
    const listed: unknown = await (await fetch(`${api.url}/api/v1/jobs`, { headers })).json()
    const [job] = Compile(JobList).Parse(listed).jobs
    assert.ok(job?.completedAt !== undefined && job.expiresAt !== undefined)
    for (const [time, inDays] of [
      [job.createdAt, 0],
      [job.completedAt, 0],
      [job.expiresAt, 7],
    ] as const)
      assert.ok(Math.abs(Date.parse(time) - Date.now() - inDays * day) < day / 24, time)
  },
)
