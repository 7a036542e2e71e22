import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { before, describe, it, test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { pagesPdf } from '@polyparse/test-support/pdf'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import { createClient } from '../support/client.ts'
import { testServerUrl } from '../support/database.ts'
import {
  serverEnvironment,
  startServer,
  temporaryPlace,
  untouchedPlace,
  type Place,
  type Server,
} from '../support/server.ts'

const run = promisify(execFile)
const bin = new URL('../../../cli/bin/polyparse.js', import.meta.url).pathname

const hasCurl = spawnSync('curl', ['--version']).status === 0
const skip = !hasCurl && 'there is no curl'

const withoutProc = process.platform !== 'linux' && 'only Linux has `/proc`'

/** One after the other on the same data, as an operator has them: to start a service takes seconds where it owns its database. */
describe('A service', () => {
  const stack = suiteStack()
  let place: Place
  let first: Server
  let second: Server

  before(async () => {
    place = await untouchedPlace({ after: (done) => stack.defer(done) })
    first = await startServer(place)
    stack.defer(async () => void (await first.end('SIGKILL')))
  })

  it('prints a curl line at its first start that works as pasted', { skip }, async () => {
    const line = first
      .output()
      .split('\n\n')
      .find((text) => text.startsWith('curl '))
    assert.ok(line !== undefined)
    assert.match((await run('bash', ['-c', line])).stdout, /^# Harbour Light Ferries\n/)
  })

  it('has the first key in a file for its owner alone, and not in what it prints without a terminal', async () => {
    assert.doesNotMatch(first.output() + first.errors(), /pp_live_/)
    assert.equal((await stat(join(place.folder, 'first-key'))).mode & 0o777, 0o600)
  })

  it('creates the admin token at the first start, and only its owner can read it', async () => {
    const path = join(place.folder, 'admin-token')
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    assert.ok((await readFile(path, 'utf8')).trim().length >= 16)
  })

  it(
    'runs with an allocator that gives memory back, a small young generation, and no more collectors of garbage than there are cores beside it, in the process that was started',
    { skip: withoutProc },
    async () => {
      assert.match(await readFile(`/proc/${first.child.pid}/environ`, 'utf8'), /\0MALLOC_MMAP_THRESHOLD_=131072\0/)
      const command = await readFile(`/proc/${first.child.pid}/cmdline`, 'utf8')
      const collectors = Math.min(4, Math.max(1, availableParallelism() - 1))
      assert.equal(command.includes(`\0--v8-pool-size=${collectors}\0`), collectors < 4, command)
      assert.ok(command.includes('\0--max-semi-space-size=4\0'), command)
      assert.equal(first.errors(), '')
    },
  )

  it(
    'refuses to start with a plain message where another process has the data directory',
    { skip: testServerUrl !== undefined && 'only the embedded database belongs to one process' },
    () => {
      const { status, stderr } = spawnSync(process.execPath, [bin, 'serve'], {
        env: serverEnvironment(place),
        encoding: 'utf8',
      })
      assert.equal(status, 1)
      assert.match(stderr, /in use/)
      assert.doesNotMatch(stderr, /\n\s+at /)
    },
  )

  it('gives the key once: a second start says nothing of it, and it still works', async () => {
    assert.ok(first.key)
    assert.deepEqual(await first.end('SIGTERM'), { code: 0, signal: null })
    second = await startServer(place, { MALLOC_ARENA_MAX: '2' })
    stack.defer(async () => void (await second.end('SIGKILL')))
    assert.equal(second.key, null)
    const client = createClient(second.url, first.key)
    const { id } = await client.upload('# Hello', { name: 'a.md', type: 'text/markdown' })
    assert.equal((await client.end(id)).status, 'complete')
  })

  it('leaves an allocator that the operator has set up as it is', { skip: withoutProc }, async () => {
    const environment = await readFile(`/proc/${second.child.pid}/environ`, 'utf8')
    assert.match(environment, /\0MALLOC_ARENA_MAX=2\0/)
    assert.doesNotMatch(environment, /MALLOC_MMAP_THRESHOLD_/)
  })

  it('ends with 0 within ten seconds of SIGTERM in mid job, and the next one continues the job', async () => {
    assert.ok(first.key)
    // Together more than is read in the time that running work is given to end.
    const document = await pagesPdf(600)
    const client = createClient(second.url, first.key)
    const jobs = await Promise.all(
      Array.from({ length: 6 }, () => client.upload(document, { name: 'long.pdf', type: 'application/pdf' })),
    )
    const started = Date.now()
    assert.deepEqual(await second.end('SIGTERM'), { code: 0, signal: null })
    assert.ok(Date.now() - started < 10_000)

    const third = await startServer(place)
    stack.defer(async () => void (await third.end('SIGKILL')))
    for (const { id } of jobs) {
      const job = await createClient(third.url, first.key).end(id)
      assert.equal(job.status, 'complete', JSON.stringify(job).slice(0, 500))
    }
  })
})

/** What the command says of settings with mistakes. */
const refusal = async (t: TestContext, settings: Record<string, string>): Promise<string> => {
  const { status, stderr } = spawnSync(process.execPath, [bin, 'serve'], {
    env: serverEnvironment(await temporaryPlace(t), settings),
    encoding: 'utf8',
    timeout: 60_000,
  })
  assert.equal(status, 1)
  assert.doesNotMatch(stderr, /\n\s+at /)
  return stderr
}

test('mistakes in the settings are reported together, before anything listens', async (t) => {
  const said = await refusal(t, { PORT: 'eighty', POLYPARSE_MAX_PAGES: '-1' })
  assert.match(said, /PORT must be a whole number/)
  assert.match(said, /POLYPARSE_MAX_PAGES must be a whole number/)
})

test('a default provider that does not exist is reported like any other mistake in the settings', async (t) => {
  const said = await refusal(t, { POLYPARSE_DEFAULT_PROVIDER: 'nobody' })
  assert.match(said, /POLYPARSE_DEFAULT_PROVIDER must be one of auto, provider-a/)
})
