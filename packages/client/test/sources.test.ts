import assert from 'node:assert/strict'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createClient, SourceError, type Source, type SourceOptions } from '@polyparse/client'

type Sent = { readonly headers: Headers; readonly body: string }

/** What is sent for a source. */
const sent = async (source: Source, options: SourceOptions = {}): Promise<Sent> => {
  let found: Sent | undefined
  const client = createClient({
    url: 'http://localhost:3000',
    apiKey: 'pp_live_test',
    fetch: async (_url, request) => {
      found = { headers: new Headers(request?.headers), body: await new Response(request?.body ?? null).text() }
      return Response.json({ id: 'x', status: 'queued' }, { status: 202 })
    },
  })
  const request = { operation: 'parse', outputs: ['markdown', 'tables'], metadata: { invoice: '4711 ü' } } as const
  await client.jobs.create(
    source,
    { ...request, includeRaw: true, webhook: { url: 'https://example.com/hook' } },
    options,
  )
  assert.ok(found !== undefined)
  return found
}

describe('A source', () => {
  let folder: string
  let path: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'polyparse-client-'))
    path = join(folder, 'Quarter 3 ü.txt')
    await writeFile(path, 'Ferries.')
  })
  after(() => rm(folder, { recursive: true, force: true }))

  it('is uploaded with the fields of the request as headers', async () => {
    const { headers, body } = await sent(path)
    assert.equal(body, 'Ferries.')
    assert.equal(headers.get('x-service-filename'), 'Quarter%203%20%C3%BC.txt')
    assert.equal(headers.get('x-service-operation'), 'parse')
    assert.equal(headers.get('x-service-outputs'), 'markdown,tables')
    assert.equal(headers.get('x-service-include-raw'), 'true')
    assert.equal(headers.get('x-service-webhook'), 'https://example.com/hook')
    assert.deepEqual(JSON.parse(decodeURIComponent(headers.get('x-service-metadata') ?? '')), { invoice: '4711 ü' })
    assert.equal(headers.get('content-type'), null)
    assert.match(headers.get('idempotency-key') ?? '', /^[\da-f]{32}$/)
  })

  it('can be a path, a file URL, bytes, a blob, a file, or a stream of Node or the web', async () => {
    const bytes = Buffer.from('Ferries.')
    const sources: readonly [Source, string][] = [
      [pathToFileURL(path), 'Quarter%203%20%C3%BC.txt'],
      [bytes, 'document'],
      [new Uint8Array(bytes).buffer, 'document'],
      [new Blob([bytes]), 'document'],
      [new File([bytes], 'a.txt'), 'a.txt'],
      [createReadStream(path), 'document'],
      [new Blob([bytes]).stream(), 'document'],
    ]
    for (const [source, filename] of sources) {
      const { headers, body } = await sent(source)
      assert.deepEqual([body, headers.get('x-service-filename')], ['Ferries.', filename])
    }
  })

  it('is called, and is of the type, that the caller says', async () => {
    const { headers } = await sent(new File(['a'], 'a.txt', { type: 'text/plain' }), { filename: 'b.csv' })
    assert.deepEqual([headers.get('x-service-filename'), headers.get('content-type')], ['b.csv', 'text/plain'])
    const typed = await sent(Buffer.from('a'), { mediaType: 'text/csv' })
    assert.equal(typed.headers.get('content-type'), 'text/csv')
  })

  it('at an address is left to the service', async () => {
    for (const source of ['https://example.com/a.pdf', new URL('https://example.com/a.pdf')]) {
      const { headers, body } = await sent(source)
      assert.equal(headers.get('content-type'), 'application/json')
      assert.deepEqual(JSON.parse(body), {
        operation: 'parse',
        outputs: ['markdown', 'tables'],
        metadata: { invoice: '4711 ü' },
        includeRaw: true,
        webhook: { url: 'https://example.com/hook' },
        source: { url: 'https://example.com/a.pdf' },
      })
    }
  })

  it('that cannot be read is an error, and nothing is sent', async () => {
    const broken = async function* () {
      yield new Uint8Array(1)
      throw new Error('cut')
    }
    let isClosed = false
    const endless = async function* () {
      try {
        for (;;) yield new Uint8Array(30 * 1024 * 1024)
      } finally {
        isClosed = true
      }
    }
    for (const source of [join(folder, 'gone.pdf'), folder, broken(), endless()])
      await assert.rejects(sent(source), SourceError)
    assert.ok(isClosed)
  })

  it('that hangs is left when the call is ended', async () => {
    const reason = new Error('enough')
    const hanging = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) })
    const client = createClient({ url: 'http://localhost:3000', apiKey: 'pp_live_test' })
    const controller = new AbortController()
    setTimeout(() => controller.abort(reason), 10)
    await assert.rejects(client.parse(hanging, { signal: controller.signal }), reason)
  })
})
