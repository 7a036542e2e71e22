import assert from 'node:assert/strict'
import { createHash, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, before, beforeEach, describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { fetchSource, SourceFailure, type FetchSource } from '../../src/sources/fetch-source.ts'
import { loopbackPolicy, openLoopback, policyOf, type Route } from '../lib/loopback.ts'
import { openTemporaryBlobs } from './temporary-blobs.ts'

/** Answers of `/next`. */
const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(code, headers).end()
const success = (response: ServerResponse): void => void response.end('content')
const brokenOff = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-length': '50' }).write('cont', () => response.destroy())
}

describe('a document at a URL', () => {
  let storage: Awaited<ReturnType<typeof openTemporaryBlobs>>
  let server: Awaited<ReturnType<typeof openLoopback>>
  /** The answers of `/next`, one after the other. */
  let answers: ((response: ServerResponse) => void)[] = []
  let pauses: number[] = []

  const routes: Record<string, Route> = {
    '/next': (_request, response) => answers.shift()?.(response),
    '/files/r%C3%A9sum%C3%A9.pdf': (_request, response) => response.end('%PDF-1.7'),
    '/named': (_request, response) =>
      response
        .writeHead(200, {
          'content-type': 'Application/PDF; version=1',
          'content-disposition': 'attachment; filename="a/b.pdf"',
        })
        .end('%PDF-1.7'),
    '/packed.html': (_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('<p>packed</p>')),
    '/empty': (_request, response) => response.end(),
    '/private': (_request, response) => response.writeHead(302, { location: 'http://[::1]/' }).end(),
    '/circle': (_request, response) => response.writeHead(302, { location: '/circle' }).end(),
    '/large': (_request, response) => response.end(Buffer.alloc(1001)),
    '/': (_request, response) => response.end('root'),
  }

  before(async () => {
    storage = await openTemporaryBlobs()
    server = await openLoopback(routes)
  })
  after(async () => {
    await server.close()
    await storage.close()
  })
  beforeEach(() => {
    answers = []
    pauses = []
  })

  const fetchIt = (path: string, more: Partial<FetchSource> = {}) =>
    fetchSource({
      url: server.url(path),
      blobs: storage.blobs,
      path: `sources/${randomUUID()}`,
      maxBytes: 1000,
      policy: loopbackPolicy,
      signal: new AbortController().signal,
      sleep: async (milliseconds) => void pauses.push(milliseconds),
      ...more,
    })

  const failure = async (path: string, more: Partial<FetchSource> = {}): Promise<SourceFailure> => {
    const before = await storage.stored()
    const error: unknown = await fetchIt(path, more).catch((reason: unknown) => reason)
    assert.ok(error instanceof SourceFailure, String(error))
    assert.deepEqual(await storage.stored(), before)
    return error
  }

  it('is stored decoded, with its size, SHA-256, media type and file name', async () => {
    const source = await fetchIt('/packed.html?signature=abc')
    const content = Buffer.from('<p>packed</p>')
    assert.deepEqual(await buffer(await storage.blobs.read(source.path)), content)
    assert.equal(source.size, content.length)
    assert.equal(source.sha256, createHash('sha256').update(content).digest('hex'))
    assert.deepEqual([source.mediaType, source.filename], ['text/html', 'packed.html'])
  })

  it('is named as the server says, else as the URL says', async () => {
    const named = await fetchIt('/named')
    assert.deepEqual([named.mediaType, named.filename], ['application/pdf', 'b.pdf'])
    const unnamed = await fetchIt('/files/r%C3%A9sum%C3%A9.pdf')
    assert.deepEqual([unnamed.mediaType, unnamed.filename], ['application/pdf', 'résumé.pdf'])
    const root = await fetchIt('/')
    assert.deepEqual([root.mediaType, root.filename], ['application/octet-stream', null])
  })

  for (const code of [429, 500, 502, 503, 504])
    it(`is requested again after ${code}`, async () => {
      answers = [status(code), success]
      assert.equal((await fetchIt('/next')).size, 7)
      assert.deepEqual(pauses, [1000])
    })

  it('is requested again when the connection breaks off half-way, and written anew', async () => {
    answers = [brokenOff, brokenOff, success]
    const source = await fetchIt('/next')
    assert.equal((await buffer(await storage.blobs.read(source.path))).toString(), 'content')
  })

  it('is requested again three times, and then the error names the last status', async () => {
    answers = [status(500), status(502), status(429), status(503), success]
    const error = await failure('/next')
    assert.equal(error.message, 'The server at 127.0.0.1 answered with HTTP status 503 (Service Unavailable).')
    assert.equal(error.transient, true)
    assert.equal(pauses.length, 3)
  })

  it('is awaited for as long as the server asks, if that is not long', async () => {
    answers = [status(429, { 'retry-after': '2' }), success]
    await fetchIt('/next')
    assert.deepEqual(pauses, [2000])
    answers = [status(429, { 'retry-after': '60' }), success]
    await failure('/next')
  })

  it('is requested again when the connection is refused', async () => {
    const closed = await openLoopback({})
    await closed.close()
    const error = await failure('/', { url: closed.url('/?token=s3cret') })
    assert.equal(error.message, 'The server at 127.0.0.1 could not be reached, or closed the connection.')
    assert.equal(pauses.length, 3)
  })

  for (const code of [400, 401, 403, 404, 408, 410])
    it(`is not requested again after ${code}`, async () => {
      answers = [status(code), success]
      const error = await failure('/next')
      assert.match(error.message, new RegExp(`HTTP status ${code} `))
      assert.equal(error.transient, false)
      assert.deepEqual(pauses, [])
    })

  const final: Readonly<Record<string, RegExp>> = {
    '/private': /^The URL redirects to one that must not point to a private or reserved address\.$/,
    '/circle': /^The URL redirects in a loop at 127\.0\.0\.1\.$/,
    '/large': /^The response of 127\.0\.0\.1 is larger than 1000 bytes\.$/,
    '/empty': /^The URL returned an empty document\.$/,
  }
  for (const [path, message] of Object.entries(final))
    it(`${path.slice(1)} fails at once`, async () => {
      const error = await failure(path)
      assert.match(error.message, message)
      assert.equal(error.transient, false)
      assert.deepEqual(pauses, [])
    })

  it('is refused at an address that is not allowed', async () => {
    const error = await failure('/', { policy: policyOf('10.0.0.0/8') })
    assert.match(error.message, /^The URL must not point to a private or reserved address\.$/)
  })

  it('the total time limits all tries together', async () => {
    answers = [status(503), () => {}]
    const error = await failure('/next', { totalMs: 150 })
    assert.equal(error.message, 'The server at 127.0.0.1 took too long to answer.')
    assert.equal(error.transient, true)
  })

  it('is given up with the reason of the signal', async () => {
    const stop = new AbortController()
    const reason = new Error('shutting down')
    answers = [() => stop.abort(reason)]
    await assert.rejects(fetchIt('/next', { signal: stop.signal }), reason)
  })

  it('a failing store is not a fault of the source', async () => {
    const full = new Error('disk full')
    const blobs = { ...storage.blobs, write: () => Promise.reject(full) }
    await assert.rejects(fetchIt('/', { blobs }), full)
    await server.idle()
  })
})
