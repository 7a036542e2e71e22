import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { StorageFullError } from '../../src/blobs/blob-store.ts'
import type { Transaction } from '../../src/db/database.ts'
import { DatabaseUnavailableError } from '../../src/db/errors.ts'
import { ProviderFailure } from '@polyparse/providers/port'
import { workOn } from '../../src/worker/worker.ts'
import { documentOf, hanging, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

const never = new AbortController().signal
const harnesses: WorkerHarness[] = []
after(() => Promise.all(harnesses.map((harness) => harness.close())))

const open = async (...arguments_: Parameters<typeof openWorkerHarness>) => {
  const harness = await openWorkerHarness(...arguments_)
  harnesses.push(harness)
  return harness
}

test('a complete job shows the labels of its caller, beside the result', async () => {
  const harness = await open([testProvider('good', async () => documentOf('Hello.'))])
  const metadata = { invoice: '4711' }
  for (const operation of ['parse', 'compare'] as const) {
    const job = await harness.upload({ operation, outputs: ['text'], metadata })
    await harness.deliverAll()
    assert.partialDeepStrictEqual(await harness.body(job.id), { id: job.id, status: 'complete', metadata })
    assert.equal((await harness.read(job.id)).job.pageCount, 1)
  }
})

test('a parse job ends complete with the requested outputs, and its source is deleted', async () => {
  const harness = await open([testProvider('good', async () => documentOf('Hello.'))])
  const job = await harness.upload({ outputs: ['text', 'markdown'] })
  await harness.deliverAll()

  const { job: ended } = await harness.read(job.id)
  assert.equal(ended.status, 'complete')
  assert.equal(ended.source.path, null)
  assert.equal(ended.pageCount, 1)
  assert.deepEqual(await harness.stored(), [ended.result?.path])
  const body = await harness.body(job.id)
  assert.partialDeepStrictEqual(body, {
    id: job.id,
    status: 'complete',
    result: {
      id: job.id,
      outputs: { markdown: 'Hello.', text: 'Hello.' },
      pageCount: 1,
      provider: 'good',
      warnings: [],
      usage: { pages: 1 },
      timing: { durationMs: 0 },
    },
  })
})

test('the source is deleted as soon as the job has ended, and its deletion is requested with the end', async () => {
  const seen: unknown[] = []
  const harness = await open([testProvider('good', async () => documentOf('Hello.'))], (blobs) => ({
    ...blobs,
    delete: async (path) => {
      const { database } = harness
      seen.push([path, await database.query('select jobs.status as job, runs.status as run from jobs, runs')])
      seen.push(await database.query('select path from deletions'))
      await blobs.delete(path)
    },
  }))
  const { source } = await harness.upload()
  await harness.deliverAll()
  assert.deepEqual(seen, [[source.path, [{ job: 'complete', run: 'parsed' }]], [{ path: source.path }]])
  assert.deepEqual(await harness.database.query('select path from deletions'), [])
})

test('one commit of a parse job waits for the disk after its creation: that of its end', async () => {
  const harness = await open([testProvider('good', async () => documentOf('Hello.'))])
  await harness.upload()
  const { database, parts, queue } = harness
  const statements: string[] = []
  const watched = {
    ...parts,
    database: {
      ...database,
      query: <Row extends object>(text: string, parameters?: readonly unknown[]) => {
        statements.push(text)
        return database.query<Row>(text, parameters)
      },
      transaction: () => Promise.reject(new Error('a transaction is more than one statement')),
    },
  }
  const [message] = queue.messages.splice(0)
  assert.ok(message)
  await workOn(watched, message, never)
  assert.equal(statements.length, 4)
  assert.deepEqual(
    statements.filter((text) => !text.includes(`set_config('synchronous_commit', 'off', true)`)).length,
    1,
  )
})

test('a failure of the provider fails the job with its message, without a second try', async () => {
  let calls = 0
  const harness = await open([
    testProvider('bad', async () => {
      calls += 1
      throw new ProviderFailure('document_encrypted', 'The document needs a password.')
    }),
  ])
  const job = await harness.upload()
  await harness.deliverAll()
  const { job: ended } = await harness.read(job.id)
  assert.equal(ended.status, 'failed')
  assert.equal(ended.error, 'The document needs a password.')
  assert.equal(calls, 1)
  assert.deepEqual(await harness.stored(), [])
})

test('a transient failure is tried again after a growing pause', async () => {
  let calls = 0
  const harness = await open([
    testProvider('shaky', async () => {
      calls += 1
      if (calls < 3) throw new ProviderFailure('provider_unavailable', 'Try later.', { transient: true })
      return documentOf('At last.')
    }),
  ])
  const job = await harness.upload()
  const [first] = harness.queue.messages
  assert.ok(first)
  await workOn(harness.parts, first, never)
  const [, second] = harness.queue.messages
  assert.ok(second)
  assert.ok(second.delaySeconds >= 1)
  await workOn(harness.parts, second, never)
  const third = harness.queue.messages[2]
  assert.ok(third)
  assert.ok(third.delaySeconds > second.delaySeconds)
  await workOn(harness.parts, third, never)
  assert.equal((await harness.read(job.id)).job.status, 'complete')
})

test('a document whose outputs cannot be made fails its job at once', async () => {
  let reads = 0
  const harness = await open([
    testProvider('misshapen', async () => {
      reads += 1
      return JSON.parse('{"pages": [{}], "tables": [], "pictures": [], "warnings": []}')
    }),
  ])
  const job = await harness.upload()
  const message = harness.queue.messages.shift()
  assert.ok(message)
  await workOn(harness.parts, message, never)
  assert.equal((await harness.read(job.id)).job.status, 'failed')
  assert.deepEqual(harness.queue.messages, [])
  assert.equal(reads, 1)
})

test('an unexpected error is reported without its details', async () => {
  const harness = await open([
    testProvider('broken', async () => {
      throw new Error('secret detail at /var/secret')
    }),
  ])
  const job = await harness.upload()
  await harness.deliverAll()
  const { job: ended } = await harness.read(job.id)
  assert.equal(ended.status, 'failed')
  assert.equal(ended.error, 'An unexpected error occurred in the service.')
})

test('a document that the provider cannot read fails the job before any work', async () => {
  const harness = await open([
    testProvider('pdf-only', () => assert.fail('asked'), { mediaTypes: ['application/pdf'] }),
  ])
  const job = await harness.upload()
  await harness.deliverAll()
  const { job: ended } = await harness.read(job.id)
  assert.equal(ended.status, 'failed')
  assert.equal(ended.startedAt, null)
})

test('a message delivered twice changes nothing', async () => {
  let calls = 0
  const harness = await open([
    testProvider('good', async () => {
      calls += 1
      return documentOf('Hello.')
    }),
  ])
  const job = await harness.upload()
  const [message] = harness.queue.messages
  assert.ok(message)
  await workOn(harness.parts, message, never)
  const before = await harness.read(job.id)
  await workOn(harness.parts, message, never)
  assert.deepEqual(await harness.read(job.id), before)
  assert.equal(calls, 1)
})

test('an attempt that was overtaken changes nothing when it wakes', async () => {
  const sleeper = Promise.withResolvers<void>()
  let calls = 0
  const harness = await open([
    testProvider('sleepy', async () => {
      calls += 1
      if (calls === 1) {
        await sleeper.promise
        return documentOf('Too late.')
      }
      return documentOf('In time.')
    }),
  ])
  const job = await harness.upload()
  const [message] = harness.queue.messages
  assert.ok(message)
  const asleep = workOn(harness.parts, message, never)
  while (calls === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  await workOn(harness.parts, message, never)
  sleeper.resolve()
  await asleep
  assert.partialDeepStrictEqual(await harness.body(job.id), { result: { outputs: { markdown: 'In time.' } } })
  const { job: ended } = await harness.read(job.id)
  assert.deepEqual(await harness.stored(), [ended.result?.path])
})

test('a run whose process dies again and again fails after five deaths', async () => {
  const harness = await open([testProvider('good', async () => documentOf('Hello.'))])
  const job = await harness.upload()
  await harness.database.query(`update runs set status = 'working', attempt = 5, deaths = 4`)
  await harness.deliverAll()
  const { job: ended } = await harness.read(job.id)
  assert.equal(ended.status, 'failed')
  assert.match(ended.error ?? '', /died 5 times/)
  assert.deepEqual(await harness.stored(), [])
})

test('a worker that must stop hands its run back, which counts neither as a failure nor as a death', async () => {
  const harness = await open([testProvider('slow', hanging)])
  const job = await harness.upload()
  const [message] = harness.queue.messages
  assert.ok(message)
  const stopping = new AbortController()
  const work = workOn(harness.parts, message, stopping.signal)
  while ((await harness.read(job.id)).job.status !== 'running') await new Promise((resolve) => setTimeout(resolve, 5))
  stopping.abort()
  await assert.rejects(work)
  const { runs } = await harness.read(job.id)
  assert.partialDeepStrictEqual(runs, [{ status: 'waiting', deaths: 0, failures: 0 }])
})

test('a job whose result does not fit into storage keeps its source, and completes when there is room', async () => {
  let full = true
  const harness = await open([testProvider('good', async () => documentOf('Hello.'))], (blobs) => ({
    ...blobs,
    write: (path, content, signal) =>
      full && path.startsWith('results/')
        ? Promise.reject(new StorageFullError('no room'))
        : blobs.write(path, content, signal),
  }))
  const job = await harness.upload()
  const [message] = harness.queue.messages
  assert.ok(message)
  await workOn(harness.parts, message, never)
  assert.deepEqual(await harness.stored(), [job.source.path])
  full = false
  await harness.deliverAll()
  assert.equal((await harness.read(job.id)).job.status, 'complete')
})

test('a source whose deletion fails is deleted later', async () => {
  let refuse = true
  const harness = await open([testProvider('good', async () => documentOf('Hello.'))], (blobs) => ({
    ...blobs,
    delete: async (path) => {
      if (refuse) throw new Error('not now')
      await blobs.delete(path)
    },
  }))
  const job = await harness.upload()
  const source = job.source.path
  await harness.deliverAll()
  assert.equal((await harness.read(job.id)).job.status, 'complete')
  assert.ok((await harness.stored()).includes(source ?? ''))

  refuse = false
  harness.clock.advance(60)
  const { chores } = await import('../../src/worker/chores.ts')
  for (const chore of chores) await chore.run(harness.parts, { resultSeconds: 3600, jobSeconds: 7200 })
  assert.ok(!(await harness.stored()).includes(source ?? ''))
  assert.deepEqual(await harness.database.query('select * from deletions'), [])
})

test('a run is tried again, and not counted as dead, when its outcome cannot reach the database', async () => {
  let away = 0
  const harness = await open([
    testProvider('good', async () => {
      away = 3
      return documentOf('Hello.')
    }),
  ])
  const { id } = await harness.upload()
  const reach = <Result>(call: () => Promise<Result>): Promise<Result> => {
    away -= 1
    return away >= 0 ? Promise.reject(new DatabaseUnavailableError('gone for a moment')) : call()
  }
  const { database, parts, queue } = harness
  const leaving = {
    ...parts,
    database: {
      ...database,
      query: <Row extends object>(text: string, parameters?: readonly unknown[]) =>
        reach(() => database.query<Row>(text, parameters)),
      transaction: <Result>(work: (transaction: Transaction) => Promise<Result>) =>
        reach(() => database.transaction(work)),
    },
  }
  const [message] = queue.messages.splice(0)
  assert.ok(message)
  await workOn(leaving, message, never)
  assert.equal(away < 0, true)
  await harness.deliverAll()
  const { job, runs } = await harness.read(id)
  assert.equal(job.status, 'complete')
  assert.partialDeepStrictEqual(runs, [{ deaths: 0, failures: 0, outages: 1 }])
})
