import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { after, test, type TestContext } from 'node:test'
import { cancelJob } from '../../src/jobs/cancel.ts'
import { deleteSources } from '../../src/jobs/deletions.ts'
import { endJob } from '../../src/jobs/end.ts'
import type { JobEndings } from '../../src/jobs/endings.ts'
import type { ResolvedRequest } from '../../src/jobs/job.ts'
import { newSourcePath } from '../../src/jobs/paths.ts'
import { retryJob } from '../../src/jobs/retry.ts'
import { claimDelivery, deliveryEnded, readDeliveryState } from '../../src/jobs/webhook-deliveries.ts'
import type { Provider } from '@polyparse/providers/port'
import { workOn } from '../../src/worker/worker.ts'
import { otherProvider, unsureProvider } from '../support/escalation.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

const never = new AbortController().signal

const harnesses: WorkerHarness[] = []
after(() => Promise.all(harnesses.map((harness) => harness.close())))

const good = ['good', 'other'].map((id) => testProvider(id, async () => documentOf('Hello.')))

type Answer = (response: ServerResponse) => void

/** A job whose source is at a URL of a server that gives these answers, one after the other. */
const open = async (
  context: TestContext,
  answers: Answer[],
  request: Partial<ResolvedRequest> = {},
  providers: readonly Provider[] = good,
) => {
  const server = createServer((_request, response) => answers.shift()?.(response)).listen(0, '127.0.0.1')
  context.after(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)

  const harness = await openWorkerHarness(providers)
  harnesses.push(harness)
  const { id } = await harness.upload(request)
  for (const path of await harness.stored()) await harness.blobs.delete(path)
  await harness.database.query(
    `update jobs set source_url = $1, source_filename = null, source_path = null,
       source_size = null, source_sha256 = null, source_media_type = null`,
    [`http://127.0.0.1:${address.port}/document`],
  )
  const limits = { ...harness.parts.limits, addressPolicy: { allow: 'all' } as const }
  const parts = { ...harness.parts, limits, escalateTo: 'other' }
  const next = () => {
    const message = harness.queue.messages.shift()
    assert.ok(message)
    return message
  }
  return {
    harness,
    id,
    parts,
    next,
    work: async () => {
      while (harness.queue.messages.length > 0) {
        const message = next()
        // The first message of a job that is created as an upload says nothing of a fetch.
        await workOn(parts, message, never, message.slot)
      }
    },
    retry: () =>
      retryJob({ ...harness.parts, resultRetentionSeconds: 7 * 24 * 3600 }, async () => (await harness.read(id)).job),
    job: async () => (await harness.read(id)).job,
  }
}

const status =
  (code: number): Answer =>
  (response) =>
    void response.writeHead(code).end()
const document: Answer = (response) => void response.end('Hello.')

/** Those of a process that slept: no end reaches it. */
const deaf = (endings: JobEndings): JobEndings => ({
  ...endings,
  watch: () => ({ signal: never, release: () => {} }),
})

test('a job whose source was unavailable is complete after a retry', async (context) => {
  const { id, harness, work, retry, job } = await open(context, [status(404), document])
  await work()
  assert.equal((await job()).status, 'failed')
  assert.partialDeepStrictEqual(await retry(), { refusal: null, started: true, job: { status: 'queued' } })
  await work()
  assert.equal((await job()).status, 'complete')
  assert.partialDeepStrictEqual(await harness.body(id), { id, status: 'complete' })
  assert.ok((await harness.stored()).every((path) => path.startsWith('results/')))
})

test('a retry forgets the filename of what was fetched, and finds that of what is fetched then', async (context) => {
  const named =
    (filename: string): Answer =>
    (response) =>
      void response.writeHead(200, { 'content-disposition': `attachment; filename="${filename}"` }).end('Hello.')
  const { harness, work, retry, job } = await open(context, [named('first.txt'), named('second.txt')])
  await work()
  assert.equal((await job()).source.filename, 'first.txt')
  await harness.blobs.delete((await job()).result?.path ?? '')
  await retry()
  assert.equal((await job()).source.filename, null)
  await work()
  assert.equal((await job()).source.filename, 'second.txt')
})

test('a job that had another provider read doubtful pages has it read them again after a retry', async (context) => {
  const other = otherProvider()
  const { id, harness, work, retry, job } = await open(context, [document, document], { outputs: ['text'] }, [
    unsureProvider(),
    other,
  ])
  await work()
  await harness.blobs.delete((await job()).result?.path ?? '')
  await retry()
  assert.deepEqual(
    (await harness.read(id)).runs.map(({ provider, pages }) => [provider, pages]),
    [['auto', null]],
  )
  await work()
  assert.partialDeepStrictEqual(await harness.body(id), { result: { warnings: [{ code: 'page_escalated', page: 2 }] } })
  assert.deepEqual(
    other.requests.map(({ pages }) => pages),
    [[2], [2]],
  )
})

test('a compare whose result is damaged runs all its providers again', async (context) => {
  const request = { operation: 'compare', providers: ['good', 'other'] } as const
  const { id, harness, work, retry, job } = await open(context, [document, document], request)
  await work()
  await harness.blobs.delete((await job()).result?.path ?? '')
  await retry()
  await work()
  assert.partialDeepStrictEqual(await harness.body(id), {
    result: {
      providers: [
        { provider: 'good', status: 'parsed' },
        { provider: 'other', status: 'parsed' },
      ],
    },
  })
  assert.equal((await harness.stored()).length, 1)
})

/** A job that was cancelled and retried while its first fetch waits for the server, which answers it only now. */
const retryDuringFetch = async (context: TestContext) => {
  const waiting: ServerResponse[] = []
  const opened = await open(context, [(response) => void waiting.push(response), document])
  const { id, parts, next, retry } = opened
  const sleeping = workOn({ ...parts, endings: deaf(parts.endings) }, next(), never, 'fetch')
  while (waiting.length === 0) await new Promise(setImmediate)
  await cancelJob(parts, id)
  await retry()
  const answer = async (give: Answer) => {
    for (const response of waiting) give(response)
    await sleeping
  }
  return { ...opened, answer }
}

test('a fetch that fails after its job was cancelled and retried does not end the retried job', async (context) => {
  const { harness, work, job, answer } = await retryDuringFetch(context)
  await answer((response) => response.writeHead(404).end())
  assert.equal((await job()).status, 'queued')
  await work()
  assert.equal((await job()).status, 'complete')
  assert.equal((await harness.stored()).length, 1)
})

test('a fetch that succeeds after its job was cancelled and retried leaves nothing behind', async (context) => {
  const { harness, work, job, answer } = await retryDuringFetch(context)
  await answer((response) => response.end('Old.'))
  assert.equal((await job()).source.detectedMediaType, null)
  assert.deepEqual(await harness.stored(), [])
  await work()
  assert.equal((await job()).status, 'complete')
})

test('a worker that slept since before the retry neither ends the job nor deletes its new source', async (context) => {
  const { id, harness, parts, next, work, retry, job } = await open(context, [status(404), document])
  await work()
  await retry()
  await workOn(parts, next(), never, 'fetch')
  const { path } = (await job()).source
  assert.ok(path !== null)
  await deleteSources(harness.blobs, { jobId: id, retries: 0 })
  assert.deepEqual(await harness.stored(), [path])
  const end = { status: 'failed', error: 'old', errorCode: 'internal_error' } as const
  assert.equal(await endJob(harness.database, id, end, harness.clock(), { retries: 0 }), null)
  await work()
  assert.equal((await job()).status, 'complete')
})

test('what a dead fetch has left is deleted with the source, also that of before the retry', async (context) => {
  const { id, harness, work, retry } = await open(context, [status(404), document])
  await work()
  await retry()
  for (const retries of [0, 1])
    await harness.blobs.write(newSourcePath(id, retries), Readable.from([Buffer.from('left')]))
  await work()
  assert.equal((await harness.stored()).length, 1)
})

test('the end after a retry is announced under an id of its own, unless the earlier one was delivered', async (context) => {
  const webhook = { url: 'https://example.com/hook' }
  const { id, harness, work, retry } = await open(context, [status(404), status(404), document], { webhook })
  const { database } = harness
  const claim = () => claimDelivery(database, { busyAccounts: [], claimSeconds: 30 })
  await work()
  const first = await claim()
  assert.partialDeepStrictEqual(first, { jobId: id, attempt: 1, retries: 0, status: 'failed' })
  await retry()
  assert.equal(await claim(), null)
  await work()
  const second = await claim()
  assert.partialDeepStrictEqual(second, { attempt: 1, retries: 1, status: 'failed' })
  assert.ok(first !== null && second !== null)
  // The delivery of the first end was under way meanwhile.
  await deliveryEnded(database, first, { kind: 'delivered' })
  assert.equal((await readDeliveryState(database, id))?.status, 'due')
  await deliveryEnded(database, second, { kind: 'delivered' })
  assert.equal((await readDeliveryState(database, id))?.status, 'delivered')
  // The address is not kept after its delivery.
  await retry()
  await work()
  assert.equal(await readDeliveryState(database, id), null)
})
