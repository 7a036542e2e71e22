import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, test } from 'node:test'
import type { JobRequest } from '@polyparse/contract'
import { workOn } from '../../src/worker/worker.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

const harnesses: WorkerHarness[] = []
after(() => Promise.all(harnesses.map((harness) => harness.close())))

const open = async () => {
  const harness = await openWorkerHarness([
    testProvider(
      'good',
      async ({ includeRaw }) => ({ ...documentOf('Hello.'), ...(includeRaw && { raw: ['as received'] }) }),
      { mediaTypes: ['text/plain', 'text/markdown', 'text/x-markdown'] },
    ),
    testProvider('other', async () => documentOf('Hello.')),
  ])
  harnesses.push(harness)
  return harness
}

const warningsWhenDeclaredAs = async (mediaType: string): Promise<unknown> => {
  const harness = await open()
  const { id } = await harness.upload()
  await harness.database.query('update jobs set source_media_type = $1', [mediaType])
  await harness.deliverAll()
  const body = await harness.body(id)
  assert.ok(typeof body === 'object' && body !== null && 'result' in body)
  const { result } = body
  assert.ok(typeof result === 'object' && result !== null && 'warnings' in result)
  return result.warnings
}

test('a document of another type than declared is read by its actual type, with a warning', async () => {
  assert.deepEqual(await warningsWhenDeclaredAs('application/pdf'), [
    {
      code: 'media_type_mismatch',
      message: 'The document was declared as application/pdf, but its bytes are text/plain.',
    },
  ])
})

test('the same type by its old name, or no real type at all, is no mismatch', async () => {
  assert.deepEqual(await warningsWhenDeclaredAs('text/x-markdown'), [])
  assert.deepEqual(await warningsWhenDeclaredAs('application/octet-stream'), [])
})

const requests: readonly Partial<JobRequest>[] = [
  { operation: 'parse' },
  { operation: 'compare', providers: ['good', 'other'] },
]
for (const request of requests) {
  test(`a ${request.operation} job whose source may not be fetched fails with a plain reason, from queued`, async () => {
    const harness = await open()
    const { id } = await harness.upload(request)
    await harness.database.query(
      `update jobs set source_url = 'http://127.0.0.1/secret?token=hidden', source_filename = null, source_path = null,
         source_size = null, source_sha256 = null, source_media_type = null`,
    )
    await harness.deliverAll()
    const { job, runs } = await harness.read(id)
    assert.equal(job.status, 'failed')
    assert.equal(job.startedAt, null)
    assert.match(job.error ?? '', /address/)
    assert.doesNotMatch(job.error ?? '', /hidden/)
    assert.ok(runs.every(({ status }) => status === 'failed'))
  })
}

test("the provider's own answer is in the result only if it was requested", async () => {
  const harness = await open()
  const asked = await harness.upload({ includeRaw: true })
  const notAsked = await harness.upload()
  await harness.deliverAll()
  assert.partialDeepStrictEqual(await harness.body(asked.id), { result: { raw: ['as received'] } })
  assert.doesNotMatch(JSON.stringify(await harness.body(notAsked.id)), /as received|"raw"/)
})

test('durations are from the first work to the finish, without the time in the queue', async () => {
  const harness = await open()
  const { id } = await harness.upload()
  harness.clock.advance(600)
  await harness.deliverAll()
  assert.partialDeepStrictEqual(await harness.body(id), { result: { timing: { durationMs: 0 } } })
})

test('a worker that slept through its takeover does not end the job when its fetch fails', async () => {
  const harness = await open()
  const { id } = await harness.upload()
  const server = createServer((_request, response) => {
    // Another worker has taken the run over meanwhile.
    void harness.database.query('update runs set attempt = attempt + 1').then(() => response.writeHead(404).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  await harness.database.query(
    `update jobs set source_url = $1, source_filename = null, source_path = null,
       source_size = null, source_sha256 = null, source_media_type = null`,
    [`http://127.0.0.1:${address.port}/document`],
  )
  const [message] = harness.queue.messages
  assert.ok(message)
  const limits = { ...harness.parts.limits, addressPolicy: { allow: 'all' } as const }
  await workOn({ ...harness.parts, limits }, message, new AbortController().signal)
  server.close()
  assert.equal((await harness.read(id)).job.status, 'queued')
})
