import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { after, test, type TestContext } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { ResolvedRequest } from '../../src/jobs/job.ts'
import { StorageFullError } from '../../src/blobs/blob-store.ts'
import { workOn } from '../../src/worker/worker.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

const never = new AbortController().signal

const harnesses: WorkerHarness[] = []
after(() => Promise.all(harnesses.map((harness) => harness.close())))

const notebookType = 'application/x-ipynb+json'

const open = async () => {
  const harness = await openWorkerHarness([
    testProvider(
      'good',
      async ({ includeRaw }) => ({ ...documentOf('Hello.'), ...(includeRaw && { raw: ['as received'] }) }),
      {
        outputs: ['markdown', 'metadata'],
        mediaTypes: [
          'text/plain',
          'text/markdown',
          'text/x-markdown',
          'application/x-subrip',
          'text/vcard',
          notebookType,
          'application/zip',
        ],
      },
    ),
    testProvider('other', async () => documentOf('Hello.')),
  ])
  harnesses.push(harness)
  return harness
}

const warningsWhenDeclaredAs = async (mediaType: string, text = 'Hello.'): Promise<unknown> => {
  const harness = await open()
  const { id } = await harness.upload({}, text)
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
  const emptyZip = `PK\u0005\u0006${'\0'.repeat(18)}`
  assert.deepEqual(await warningsWhenDeclaredAs('application/x-zip-compressed', emptyZip), [])
  assert.deepEqual(await warningsWhenDeclaredAs('text/srt', '1\n00:00:01,000 --> 00:00:02,000\nx\n'), [])
  assert.deepEqual(await warningsWhenDeclaredAs('text/x-vcard', 'BEGIN:VCARD\nFN:x\nEND:VCARD\n'), [])
})

test('a kind of JSON that is declared as JSON is no mismatch', async () => {
  const notebook = '{"cells": [{"cell_type": "markdown", "source": "x"}], "nbformat": 4}'
  assert.deepEqual(await warningsWhenDeclaredAs('application/json', notebook), [])
})

const requests: readonly Partial<ResolvedRequest>[] = [
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
    assert.equal(job.errorCode, 'source_refused')
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

const openSite = async (context: TestContext, answer: RequestListener): Promise<string> => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  context.after(() => server.close())
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return `http://127.0.0.1:${address.port}`
}

/** A job whose source is at a URL, with the parts of a worker that may fetch it. */
const atUrl = async (url: string, request: Partial<ResolvedRequest> = {}) => {
  const harness = await open()
  const { id } = await harness.upload(request)
  await harness.database.query(
    `update jobs set source_url = $1, source_filename = null, source_path = null,
       source_size = null, source_sha256 = null, source_media_type = null`,
    [url],
  )
  const [message] = harness.queue.messages.splice(0)
  assert.ok(message)
  const limits = { ...harness.parts.limits, addressPolicy: { allow: 'all' } as const }
  return { harness, id, message, parts: { ...harness.parts, limits } }
}

test('a source is fetched in a slot for fetches, and its run has not begun', async (context) => {
  const url = await openSite(context, (_request, response) => response.end('Hello.'))
  const { harness, id, message, parts } = await atUrl(url)
  await workOn(parts, message, never, 'fetch')
  const { job, runs } = await harness.read(id)
  assert.equal(job.status, 'queued')
  assert.partialDeepStrictEqual(runs, [{ status: 'waiting', attempt: 0 }])
  assert.deepEqual(harness.queue.messages, [{ runId: message.runId, delaySeconds: 0, slot: 'run' }])
  await harness.deliverAll()
  assert.equal((await harness.read(id)).job.status, 'complete')
})

test('a fetched source has the filename that its server suggests, or else the last segment of its path', async (context) => {
  const suggested = { 'content-disposition': 'attachment; filename="Q3 report.txt"' }
  const sites: [headers: Record<string, string>, path: string, filename: string | undefined][] = [
    [suggested, '/download', 'Q3 report.txt'],
    [{}, '/reports/sm%C3%B8r.txt?version=2', 'smør.txt'],
    [{}, '/', undefined],
  ]
  for (const [headers, path, filename] of sites) {
    const url = await openSite(context, (_request, response) => response.writeHead(200, headers).end('Hello.'))
    const { harness, id, message, parts } = await atUrl(`${url}${path}`, { outputs: ['metadata'] })
    await workOn(parts, message, never, 'fetch')
    await harness.deliverAll()
    const { result } = Object(await harness.body(id))
    assert.equal(result.outputs.metadata.filename, filename)
    assert.equal((await harness.read(id)).job.source.url, `${url}${path}`)
  }
})

test('a slot for runs leaves a source at a URL to one for fetches', async (context) => {
  let fetches = 0
  const url = await openSite(context, (_request, response) => {
    fetches += 1
    response.end('Hello.')
  })
  const { harness, id, message, parts } = await atUrl(url)
  await workOn(parts, message, never)
  assert.equal(fetches, 0)
  assert.partialDeepStrictEqual(harness.queue.messages, [{ runId: message.runId, slot: 'fetch' }])
  assert.partialDeepStrictEqual((await harness.read(id)).runs, [{ status: 'waiting', failures: 0, deaths: 0 }])
})

test('a fetch that fails after another has found the source ends nothing', async (context) => {
  const url = await openSite(context, (_request, response) => {
    void harness.database.query('update jobs set prepared_at = now()').then(() => response.writeHead(404).end())
  })
  const { harness, id, message, parts } = await atUrl(url)
  await workOn(parts, message, never, 'fetch')
  assert.equal((await harness.read(id)).job.status, 'queued')
})

test('of two fetches for one job only the first counts, and the other leaves nothing behind', async (context) => {
  const url = await openSite(context, (_request, response) => response.end('Hello.'))
  const { harness, id, message, parts } = await atUrl(url, { operation: 'compare', providers: ['good', 'other'] })
  const before = await harness.stored()
  await Promise.all([workOn(parts, message, never, 'fetch'), workOn(parts, message, never, 'fetch')])
  const { job } = await harness.read(id)
  assert.deepEqual(new Set(await harness.stored()), new Set([...before, job.source.path]))
  assert.equal(harness.queue.messages.length, 2)
  await harness.deliverAll()
  assert.equal((await harness.read(id)).job.status, 'complete')
})

test('a server that breaks the connection is not taken for a database that is away', async (context) => {
  const url = await openSite(context, (request) => request.socket.resetAndDestroy())
  const { harness, id, message, parts } = await atUrl(url)
  await workOn(parts, message, never, 'fetch')
  assert.partialDeepStrictEqual((await harness.read(id)).job, { status: 'failed' })
  assert.deepEqual(harness.queue.messages, [])
})

test('a source that cannot be stored is fetched again, for as long as the storage is full', async (context) => {
  const url = await openSite(context, (_request, response) => response.end('Hello.'))
  const { harness, id, message, parts } = await atUrl(url)
  const full = { ...harness.blobs, write: () => Promise.reject(new StorageFullError('no room')) }
  await workOn({ ...parts, blobs: full }, message, never, 'fetch')
  for (let n = 0; n < 12; n += 1) {
    const next = harness.queue.messages.shift()
    assert.equal(next?.slot, 'fetch')
    assert.ok(next.delaySeconds > 0 && next.delaySeconds <= 60)
    await workOn({ ...parts, blobs: full }, next, never, 'fetch')
  }
  assert.equal((await harness.read(id)).job.status, 'queued')
  const last = harness.queue.messages.shift()
  assert.ok(last)
  await workOn(parts, last, never, 'fetch')
  await harness.deliverAll()
  assert.equal((await harness.read(id)).job.status, 'complete')
})

test('a job whose source cannot be had says why, for programs too', async (context) => {
  const answers: [answer: RequestListener, code: string][] = [
    [(_request, response) => response.writeHead(404).end(), 'source_unreachable'],
    [(_request, response) => response.end('Hello.'.repeat(10)), 'source_too_large'],
    [(_request, response) => response.end(), 'document_empty'],
  ]
  for (const [answer, code] of answers) {
    const { harness, id, message, parts } = await atUrl(await openSite(context, answer))
    const limits = { ...parts.limits, maxSourceBytes: 50 }
    await workOn({ ...parts, limits }, message, never, 'fetch')
    assert.partialDeepStrictEqual((await harness.read(id)).job, { status: 'failed', errorCode: code })
  }
})

test('a source that no provider can read ends its job', async (context) => {
  const url = await openSite(context, (_request, response) => response.end('%PDF-1.7\n'))
  const { harness, id, message, parts } = await atUrl(url)
  await workOn(parts, message, never, 'fetch')
  await harness.deliverAll()
  assert.equal((await harness.read(id)).job.status, 'failed')
})

test('no more than four sources of one host are fetched at a time', async (context) => {
  const waiting: (() => void)[] = []
  const url = await openSite(context, (_request, response) => void waiting.push(() => response.end('Hello.')))
  const jobs = await Promise.all(Array.from({ length: 6 }, () => atUrl(url)))
  const [first] = jobs
  assert.ok(first)
  const all = jobs.map(({ parts, message }) => workOn({ ...parts, hosts: first.parts.hosts }, message, never, 'fetch'))
  while (waiting.length < 4) await setTimeout(10)
  await setTimeout(100)
  assert.equal(waiting.length, 4)
  for (let released = 0; released < 6; released += 1) {
    while (waiting.length <= released) await setTimeout(10)
    waiting[released]?.()
  }
  await Promise.all(all)
})
