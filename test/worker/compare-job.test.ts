import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BlobStore } from '../../src/blobs/blob-store.ts'
import { ProviderFailure } from '../../src/providers/provider.ts'
import { workOn } from '../../src/worker/worker.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

const never = new AbortController().signal
const harnesses: WorkerHarness[] = []
after(() => Promise.all(harnesses.map((harness) => harness.close())))

const calls = new Map<string, number>()
const counted = (id: string, answer: () => Promise<ReturnType<typeof documentOf>>) => async () => {
  calls.set(id, (calls.get(id) ?? 0) + 1)
  return answer()
}

const open = async () => {
  calls.clear()
  const harness = await openWorkerHarness([
    testProvider(
      'no-such-type',
      counted('no-such-type', async () => documentOf('x')),
      { mediaTypes: ['image/png'] },
    ),
    testProvider(
      'first',
      counted('first', async () => documentOf('One.')),
    ),
    testProvider(
      'no-text',
      counted('no-text', async () => documentOf('x')),
      { outputs: ['markdown'] },
    ),
    testProvider(
      'failing',
      counted('failing', async () => {
        throw new ProviderFailure('document_damaged', 'It is damaged.')
      }),
    ),
    testProvider(
      'second',
      counted('second', async () => documentOf('Two.')),
    ),
  ])
  harnesses.push(harness)
  return harness
}

const providers = ['second', 'no-such-type', 'failing', 'no-text', 'first']

test('a compare job has one entry for each provider, in the order asked for, each with its own outcome', async () => {
  const harness = await open()
  const job = await harness.upload({ operation: 'compare', outputs: ['text'], providers })
  await harness.deliverAll()
  const body = await harness.body(job.id)
  assert.partialDeepStrictEqual(body, {
    id: job.id,
    status: 'complete',
    result: {
      input: 'a.txt',
      outputs: ['text'],
      providers: [
        { provider: 'second', status: 'parsed', result: { id: job.id, provider: 'second', outputs: { text: 'Two.' } } },
        { provider: 'no-such-type', status: 'unsupported', durationMs: 0 },
        { provider: 'failing', status: 'failed', error: { message: 'It is damaged.', code: 'document_damaged' } },
        { provider: 'no-text', status: 'unsupported', durationMs: 0 },
        { provider: 'first', status: 'parsed', result: { outputs: { text: 'One.' } } },
      ],
    },
  })
  const { job: ended } = await harness.read(job.id)
  assert.deepEqual(await harness.stored(), [ended.result?.path])
})

test('a compare job is complete also when no provider can read the document, and goes there from queued', async () => {
  const harness = await open()
  const job = await harness.upload({ operation: 'compare', outputs: ['text'], providers: ['no-such-type', 'no-text'] })
  await harness.deliverAll()
  const { job: ended } = await harness.read(job.id)
  assert.equal(ended.status, 'complete')
  assert.equal(ended.startedAt, null)
})

test('after a crash only the runs that had not ended are repeated', async () => {
  const harness = await open()
  const job = await harness.upload({ operation: 'compare', outputs: ['text'], providers: ['first', 'second'] })
  const [first] = harness.queue.messages
  assert.ok(first)
  await workOn(harness.parts, first, never)
  assert.equal((await harness.read(job.id)).job.status, 'running')
  await harness.database.query(`update runs set status = 'working', attempt = 1 where provider = 'second'`)
  for (const { runId } of harness.queue.messages) await workOn(harness.parts, { runId }, never)
  assert.equal((await harness.read(job.id)).job.status, 'complete')
  assert.deepEqual(Object.fromEntries(calls), { first: 1, second: 1 })
})

test('a crash between the last run and the end of the job is made good by the next delivery', async () => {
  const harness = await open()
  const job = await harness.upload({ operation: 'compare', outputs: ['text'], providers: ['first'] })
  const [message] = harness.queue.messages
  assert.ok(message)
  const crash = new Error('the process dies here')
  let writes = 0
  const blobs: BlobStore = {
    ...harness.blobs,
    delete: () => Promise.reject(crash),
    write: (path, content, signal) => {
      writes += 1
      return writes > 1 ? Promise.reject(crash) : harness.blobs.write(path, content, signal)
    },
  }
  const dying = { ...harness.parts, blobs }
  await assert.rejects(workOn(dying, message, never))
  assert.equal((await harness.read(job.id)).job.status, 'running')
  await workOn(harness.parts, message, never)
  assert.equal((await harness.read(job.id)).job.status, 'complete')
  assert.deepEqual(Object.fromEntries(calls), { first: 1 })
})
