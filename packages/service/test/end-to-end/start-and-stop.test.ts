import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { pagesPdf } from '@polyparse/test-support/pdf'
import { createClient } from '../support/client.ts'
import { testServerUrl } from '../support/database.ts'
import { serverEnvironment, startServer, temporaryPlace, untouchedPlace } from '../support/server.ts'

const run = promisify(execFile)
const bin = new URL('../../../cli/bin/polyparse.js', import.meta.url).pathname

const hasCurl = spawnSync('curl', ['--version']).status === 0
const skip = !hasCurl && 'there is no curl'

test('the first start prints a curl line that works as pasted', { skip }, async (t) => {
  const server = await startServer(await untouchedPlace(t))
  t.after(() => server.end('SIGKILL'))
  const [create, read] = server
    .output()
    .split('\n\n')
    .filter((text) => text.startsWith('curl '))
  assert.ok(create !== undefined && read !== undefined)

  const accepted: unknown = JSON.parse((await run('bash', ['-c', create])).stdout)
  assert.ok(typeof accepted === 'object' && accepted !== null && 'id' in accepted && typeof accepted.id === 'string')
  const job: unknown = JSON.parse((await run('bash', ['-c', read.replace('ID', accepted.id)])).stdout)
  assert.partialDeepStrictEqual(job, { id: accepted.id, status: 'complete', result: { provider: 'auto' } })
})

test('without a terminal the first key is in a file for its owner alone, and not in what is printed', async (t) => {
  const place = await temporaryPlace(t)
  const server = await startServer(place)
  t.after(() => server.end('SIGKILL'))
  assert.doesNotMatch(server.output() + server.errors(), /pp_live_/)
  assert.equal((await stat(join(place.folder, 'first-key'))).mode & 0o777, 0o600)
})

test('the key is given once: a second start says nothing of it, and it still works', async (t) => {
  const place = await temporaryPlace(t)
  const first = await startServer(place)
  assert.ok(first.key)
  assert.deepEqual(await first.end('SIGTERM'), { code: 0, signal: null })
  const second = await startServer(place)
  t.after(() => second.end('SIGKILL'))
  assert.equal(second.key, null)
  const { id } = await createClient(second.url, first.key).upload('# Hello', { name: 'a.md', type: 'text/markdown' })
  assert.equal((await createClient(second.url, first.key).end(id)).status, 'complete')
})

test(
  'a second process on the same data directory refuses to start with a plain message',
  { skip: testServerUrl !== undefined && 'only the embedded database belongs to one process' },
  async (t) => {
    const place = await temporaryPlace(t)
    const server = await startServer(place)
    t.after(() => server.end('SIGKILL'))
    const { status, stderr } = spawnSync(process.execPath, [bin, 'serve'], {
      env: serverEnvironment(place),
      encoding: 'utf8',
    })
    assert.equal(status, 1)
    assert.match(stderr, /in use/)
    assert.doesNotMatch(stderr, /\n\s+at /)
  },
)

test('mistakes in the settings are reported together, before anything listens', async (t) => {
  const place = await temporaryPlace(t)
  const { status, stderr } = spawnSync(process.execPath, [bin, 'serve'], {
    env: serverEnvironment(place, { PORT: 'eighty', POLYPARSE_MAX_PAGES: '-1' }),
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.match(stderr, /PORT must be a whole number/)
  assert.match(stderr, /POLYPARSE_MAX_PAGES must be a whole number/)
  assert.doesNotMatch(stderr, /\n\s+at /)
})

test('a default provider that does not exist is reported like any other mistake in the settings', async (t) => {
  const { status, stderr } = spawnSync(process.execPath, [bin, 'serve'], {
    env: serverEnvironment(await temporaryPlace(t), { POLYPARSE_DEFAULT_PROVIDER: 'nobody' }),
    encoding: 'utf8',
    timeout: 60_000,
  })
  assert.equal(status, 1)
  assert.match(stderr, /POLYPARSE_DEFAULT_PROVIDER must be one of auto, provider-a/)
  assert.doesNotMatch(stderr, /\n\s+at /)
})

test('SIGTERM in mid job: the process ends with 0 within ten seconds, and the next one continues the job', async (t) => {
  const place = await temporaryPlace(t)
  const server = await startServer(place)
  assert.ok(server.key)
  // Together more than is read in the time that running work is given to end.
  const document = await pagesPdf(600)
  const client = createClient(server.url, server.key)
  const jobs = await Promise.all(
    Array.from({ length: 6 }, () => client.upload(document, { name: 'long.pdf', type: 'application/pdf' })),
  )
  const started = Date.now()
  assert.deepEqual(await server.end('SIGTERM'), { code: 0, signal: null })
  assert.ok(Date.now() - started < 10_000)

  const next = await startServer(place)
  t.after(() => next.end('SIGKILL'))
  for (const { id } of jobs) {
    const job = await createClient(next.url, server.key).end(id)
    assert.equal(job.status, 'complete', JSON.stringify(job).slice(0, 500))
  }
})

test('the admin token is created at the first start, and only its owner can read it', async (t) => {
  const place = await temporaryPlace(t)
  const server = await startServer(place)
  t.after(() => server.end('SIGKILL'))
  const path = join(place.folder, 'admin-token')
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.ok((await readFile(path, 'utf8')).trim().length >= 16)
})

const withoutProc = process.platform !== 'linux' && 'only Linux has `/proc`'

test(
  'a service runs with an allocator that gives memory back, and with no more collectors of garbage than there are cores beside it, in the process that was started',
  { skip: withoutProc },
  async (t) => {
    const server = await startServer(await temporaryPlace(t))
    t.after(() => server.end('SIGKILL'))
    assert.match(await readFile(`/proc/${server.child.pid}/environ`, 'utf8'), /\0MALLOC_MMAP_THRESHOLD_=131072\0/)
    const command = await readFile(`/proc/${server.child.pid}/cmdline`, 'utf8')
    const collectors = Math.min(4, Math.max(1, availableParallelism() - 1))
    assert.equal(command.includes(`\0--v8-pool-size=${collectors}\0`), collectors < 4, command)
    assert.equal(server.errors(), '')
  },
)

test('an allocator that the operator has set up stays as it is', { skip: withoutProc }, async (t) => {
  const server = await startServer(await temporaryPlace(t), { MALLOC_ARENA_MAX: '2' })
  t.after(() => server.end('SIGKILL'))
  const environment = await readFile(`/proc/${server.child.pid}/environ`, 'utf8')
  assert.match(environment, /\0MALLOC_ARENA_MAX=2\0/)
  assert.doesNotMatch(environment, /MALLOC_MMAP_THRESHOLD_/)
})
