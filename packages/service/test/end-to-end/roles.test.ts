import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { createClient } from '../support/client.ts'
import { testServerUrl } from '../support/database.ts'
import { noS3Server, startS3Server } from '../support/s3-server.ts'
import { openTcpProxy } from '../support/tcp-proxy.ts'
import { serverEnvironment, startServer, startWorkerProcess, temporaryPlace, type Place } from '../support/server.ts'

const bin = new URL('../../../cli/bin/polyparse.js', import.meta.url).pathname
const hello = { name: 'a.md', type: 'text/markdown' }

test('an API or a worker alone is refused on the embedded database, in a sentence', async (t) => {
  const place: Place = { ...(await temporaryPlace(t)), databaseUrl: null }
  for (const argv of [['worker'], ['serve', '--no-worker']]) {
    const { status, stderr, stdout } = spawnSync(process.execPath, [bin, ...argv], {
      env: serverEnvironment(place),
      encoding: 'utf8',
    })
    assert.equal(status, 1)
    assert.equal(stdout, '')
    assert.match(stderr, /^DATABASE_URL is not set\. .* needs a PostgreSQL database: .*\n$/)
  }
})

const skip = testServerUrl === undefined ? 'POLYPARSE_TEST_DATABASE_URL names no server' : noS3Server

test('a process that starts before its database waits for it', { skip: testServerUrl === undefined }, async (t) => {
  const place = await temporaryPlace(t)
  const url = new URL(place.databaseUrl ?? '')
  const proxy = await openTcpProxy(url, { refusals: 2 })
  t.after(() => proxy.close())
  url.host = `127.0.0.1:${proxy.port}`
  const server = await startServer({ ...place, databaseUrl: url.href })
  assert.equal(proxy.refused(), 2)
  assert.match(server.output(), /"level":40.*the database does not answer, waiting for it/)
  assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null })
})

test('APIs without a worker and workers without an API do the work together, with a bucket', { skip }, async (t) => {
  const s3 = await startS3Server()
  t.after(() => s3.close())
  const place = await temporaryPlace(t)
  const more = { ...s3.environment }
  // Each runs on a separate machine, as far as files are concerned.
  const on = async () => ({ ...(await temporaryPlace(t)), databaseUrl: place.databaseUrl })

  const [one, other] = await Promise.all([
    startServer(await on(), more, undefined, ['serve', '--no-worker']),
    startServer(await on(), more, undefined, ['serve', '--no-worker']),
  ])
  t.after(() => Promise.all([one.end('SIGKILL'), other.end('SIGKILL')]))
  assert.equal([one.key, other.key].filter((key) => key !== null).length, 1, 'one first key')
  const key = one.key ?? other.key ?? ''
  const { id } = await createClient(one.url, key).upload('# Hello', hello)
  assert.deepEqual(await createClient(other.url, key).read(id), { id, status: 'queued' })

  const workers = await Promise.all([startWorkerProcess(await on(), more), startWorkerProcess(await on(), more)])
  t.after(() => Promise.all(workers.map(({ end }) => end('SIGKILL'))))
  assert.equal((await createClient(other.url, key).end(id)).status, 'complete')
  const many = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      createClient(n % 2 === 0 ? one.url : other.url, key).upload(`# No ${n}`, hello),
    ),
  )
  for (const [n, job] of many.entries()) {
    const ended = await createClient(n % 2 === 0 ? other.url : one.url, key).end(job.id)
    assert.equal(ended.status, 'complete')
    assert.match(JSON.stringify(ended), new RegExp(`# No ${n}\\b`))
  }
  for (const worker of workers) assert.deepEqual(await worker.end('SIGTERM'), { code: 0, signal: null })

  const { status, stdout } = spawnSync(process.execPath, [bin, 'doctor', '--json'], {
    env: serverEnvironment(await on(), more),
    encoding: 'utf8',
  })
  assert.equal(status, 0, stdout)
})
