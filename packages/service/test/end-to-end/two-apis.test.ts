import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
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
