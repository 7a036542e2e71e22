import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { inspect } from 'node:util'
import { loggable } from '../../src/lib/loggable.ts'
import { byteCount, joinedBytes } from '@polyparse/providers/composition'
import { createVendorHttp, type HttpVendor, type VendorRequest } from '@polyparse/providers/composition'
import { ProviderFailure, type ParseSource } from '@polyparse/providers/port'
import { openLoopback, type Route } from '../lib/loopback.ts'

const key = 'sk-very-secret-0123456789'
const signal = new AbortController().signal

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Route =>
  (request, response) => {
    request.resume().on('end', () => response.writeHead(status, headers).end(JSON.stringify(body)))
  }

let received = Buffer.alloc(0)
let other: Awaited<ReturnType<typeof openLoopback>>

const routes: Record<string, Route> = {
  '/v1/ok': json(200, { id: 'a' }),
  '/v1/empty': json(204, undefined),
  '/v1/take': (request, response) => {
    void buffer(request).then((body) => {
      received = body
      response.writeHead(202, { 'x-seen': request.headers['content-type'] ?? '' }).end('{}')
    })
  },
  '/v1/401': json(401, { detail: `Invalid key ${key}` }),
  '/v1/402': json(402, { message: 'Pay.' }),
  '/v1/404': json(404, { detail: 'Job not found' }),
  '/v1/413': json(413, {}),
  '/v1/418': json(418, {}),
  '/v1/422': json(422, {
    detail: [{ msg: 'Value error, bad document', input: { document: 'data:SECRETDOCUMENT' }, type: 'x'.repeat(64) }],
  }),
  '/v1/400': json(400, {
    error: {
      code: 400,
      message: 'Request contains an invalid argument.',
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.BadRequest',
          fieldViolations: [{ field: 'raw_document.content', description: 'Document size (9) exceeds the limit: 8.' }],
        },
      ],
    },
  }),
  '/v1/429': json(429, { message: 'slow down' }, { 'retry-after': '7' }),
  '/v1/429-ms': json(429, {}, { 'retry-after-ms': '250', 'retry-after': '7' }),
  '/v1/500': json(500, { error: { message: 'oops' } }),
  '/v1/503': json(503, { detail: 'Server is under heavy load.' }),
  '/v1/503-proxy': (_request, response) => response.writeHead(503).end('upstream connect error'),
  '/v1/503-later': (_request, response) => response.writeHead(503, { 'retry-after': '2' }).end('busy'),
  '/v1/307': (_request, response) => response.writeHead(307, { location: other.url('/stolen') }).end(),
  '/v1/half': (request, response) => request.resume().on('end', () => response.writeHead(200).end('{"id":')),
  '/v1/silent': () => {},
  // A byte now and then, without end.
  '/v1/trickle': (_request, response) => {
    response.writeHead(200)
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  },
  '/v1/reset': (request) => request.resume().on('end', () => request.socket.resetAndDestroy()),
  '/v1/reset-early': (request) => void request.socket.resetAndDestroy(),
  '/v1/large': json(200, { text: 'x'.repeat(4 * 1024 ** 2) }),
  '/picture': (_request, response) => response.writeHead(200, { 'content-type': 'image/png; q=1' }).end('PNG'),
}

let vendor: Awaited<ReturnType<typeof openLoopback>>
before(async () => {
  vendor = await openLoopback(routes)
  other = await openLoopback({ '/stolen': json(200, {}) })
})
after(async () => {
  await vendor.close()
  await other.close()
})

const open = (more: Partial<HttpVendor> = {}) =>
  createVendorHttp({
    name: 'Vendor',
    baseUrl: vendor.url('/v1'),
    headers: { authorization: `Bearer ${key}` },
    secrets: [key],
    requestsPerSecond: 1000,
    ...more,
  })

const failureOf = async (request: Partial<VendorRequest> & { path: string }, more: Partial<HttpVendor> = {}) => {
  try {
    await open(more).json({ method: 'POST', signal, ...request })
  } catch (error) {
    assert.ok(error instanceof ProviderFailure, inspect(error))
    assert.match(error.message, /^[A-Z].*\.$/)
    return error
  }
  return assert.fail('nothing went wrong')
}

const sourceOf = (bytes: Buffer, filename = 'a.txt'): ParseSource => ({
  owner: 'account',
  mediaType: 'text/plain',
  filename,
  size: bytes.length,
  open: async () => Readable.from([bytes.subarray(0, 3), bytes.subarray(3)]),
})

describe('a request to a vendor', () => {
  it('goes below the base URL, with the credentials, and returns JSON or nothing', async () => {
    const { body } = await open().json({ path: '/ok', query: { expand: ['a', 'b'], id: '1 2' }, signal })
    assert.deepEqual(body, { id: 'a' })
    const seen = vendor.requests.at(-1)
    assert.equal(seen?.url, '/v1/ok?expand=a&expand=b&id=1+2')
    assert.equal(seen?.headers.authorization, `Bearer ${key}`)
    assert.equal((await open().json({ path: 'empty', method: 'DELETE', signal })).body, null)
    assert.equal((await open().json({ path: vendor.url('/v1/ok'), signal })).status, 200)
  })

  it('streams a document in a form, its parts in their order and its name as browsers write it', async () => {
    const { headers } = await open().json({
      method: 'POST',
      path: 'take',
      body: {
        form: [
          { name: 'configuration', value: '{"a":1}' },
          { name: 'file', document: sourceOf(Buffer.from('Größe'), 'a "b"\r\n€.txt') },
        ],
      },
      signal,
    })
    const boundary = /boundary=(?<boundary>.+)$/.exec(String(headers['x-seen']))?.groups?.['boundary']
    assert.equal(
      received.toString(),
      `--${boundary}\r\ncontent-disposition: form-data; name="configuration"\r\n\r\n{"a":1}\r\n` +
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a %22b%22%0D%0A€.txt"\r\n` +
        `content-type: text/plain\r\n\r\nGröße\r\n--${boundary}--\r\n`,
    )
  })

  it('streams a document as it is, and JSON', async () => {
    await open().json({ method: 'POST', path: 'take', body: { document: sourceOf(Buffer.from('Hello.')) }, signal })
    assert.equal(received.toString(), 'Hello.')
    await open().json({ method: 'POST', path: 'take', body: { json: { a: [1] } }, signal })
    assert.equal(received.toString(), '{"a":[1]}')
    await open().json({ method: 'POST', path: 'take', body: { parameters: { type: 'a:b', name: 'ä c' } }, signal })
    assert.equal(received.toString(), 'type=a%3Ab&name=%C3%A4+c')
  })

  it('says the media type of its body, or one of its own', async () => {
    const request = { method: 'POST', path: 'take', body: { json: {} }, signal } as const
    assert.equal((await open().json(request)).headers['x-seen'], 'application/json')
    const own = { 'content-type': 'application/x-amz-json-1.1' }
    assert.equal((await open().json({ ...request, headers: own })).headers['x-seen'], own['content-type'])
  })

  it('never holds a document in memory', async () => {
    const size = 64 * 1024 * 1024
    const piece = Buffer.alloc(64 * 1024)
    let read = 0
    let arrived = 0
    let most = 0
    async function* pieces() {
      for (; read < size; read += piece.length) {
        most = Math.max(most, read - arrived)
        yield piece
      }
    }
    const document = {
      owner: 'account',
      mediaType: 'application/pdf',
      filename: null,
      size,
      open: async () => Readable.from(pieces()),
    }
    const slow = await openLoopback({
      '/take': (request, response) => {
        request.on('data', (chunk: Buffer) => (arrived += chunk.length))
        request.on('end', () => response.end('{}'))
      },
    })
    const http = open({ baseUrl: slow.url('/') })
    await http.json({ method: 'POST', path: 'take', body: { document }, signal })
    await slow.close()
    assert.equal(arrived, size)
    assert.ok(most < size / 4, `${most} bytes were under way`)
  })

  it('returns bytes, and downloads what an answer points to without the credentials', async () => {
    const picture = await open().bytes({ path: vendor.url('/picture'), signal })
    assert.equal(joinedBytes(picture.bytes).toString(), 'PNG')
    assert.equal(picture.headers['content-type'], 'image/png; q=1')
    const downloaded = await open().download(vendor.url('/picture'), { signal })
    assert.equal(joinedBytes(downloaded.bytes).toString(), 'PNG')
    assert.equal(vendor.requests.at(-1)?.headers.authorization, undefined)
    // The other one is on the same machine, and listens at another port.
    await assert.rejects(open().download(other.url('/stolen'), { signal }), { code: 'provider_unavailable' })
    assert.deepEqual(other.requests, [])
    const inside = 'http://10.1.2.3/secret'
    await assert.rejects(open().download(inside, { signal }), { code: 'provider_unavailable', transient: true })
  })

  it('takes the credentials to no other host, whether it was asked to or redirected', async () => {
    const failure = await failureOf({ path: other.url('/stolen') })
    assert.equal(failure.notAccepted, true)
    const redirected = await failureOf({ path: '307' })
    assert.equal(redirected.code, 'provider_unavailable')
    assert.equal((await failureOf({ path: '307', method: 'GET' })).code, 'provider_unavailable')
    assert.deepEqual(other.requests, [])
  })
})

describe('a failure at a vendor', () => {
  for (const [path, code, transient] of [
    ['401', 'provider_unauthorized', false],
    ['402', 'provider_quota', false],
    ['413', 'document_too_large', false],
    ['418', 'unsupported_option', false],
    ['422', 'document_damaged', false],
    ['429', 'provider_rate_limited', true],
    ['503', 'provider_unavailable', true],
    ['503-later', 'provider_unavailable', true],
  ] as const)
    it(`an answer ${path} is ${code}, and no submit was accepted`, async () => {
      const failure = await failureOf({ path })
      assert.deepEqual(
        { code: failure.code, transient: failure.transient, notAccepted: failure.notAccepted },
        { code, transient, notAccepted: true },
      )
    })

  for (const path of ['500', '503-proxy', 'half', 'reset', 'silent', 'trickle'])
    it(`after ${path} it is unknown whether a submit was accepted`, async () => {
      const failure = await failureOf({ path, seconds: 0.3, body: { json: {} } })
      assert.deepEqual(
        { code: failure.code, transient: failure.transient, notAccepted: failure.notAccepted },
        { code: 'provider_unavailable', transient: true, notAccepted: false },
      )
    })

  it('an answer that comes byte by byte is over when its time is, whatever is asked for', async () => {
    const http = open()
    const asked = { path: 'trickle', seconds: 0.3, signal }
    for (const asking of [
      () => http.json(asked),
      () => http.bytes(asked),
      () => http.download(vendor.url('/v1/trickle'), asked),
    ])
      await assert.rejects(asking, { code: 'provider_unavailable', transient: true })
  })

  it('an answer that cannot be used is said to have come', async () => {
    assert.equal((await failureOf({ path: 'half' })).message, 'Vendor returned a response that cannot be used.')
  })

  it('without a connection, or with half of the document sent, no submit was accepted', async () => {
    const nobody = await openLoopback({})
    await nobody.close()
    assert.equal((await failureOf({ path: 'ok' }, { baseUrl: nobody.url('/') })).notAccepted, true)
    assert.equal((await failureOf({ path: 'ok' }, { baseUrl: 'http://no-such-host.invalid' })).notAccepted, true)
    const size = 32 * 1024 * 1024
    const piece = Buffer.alloc(64 * 1024)
    const many = Array.from({ length: size / piece.length }, () => piece)
    const document = { ...sourceOf(piece), size, open: async () => Readable.from(many) }
    assert.equal((await failureOf({ path: 'reset-early', body: { document } })).notAccepted, true)
  })

  it('a document that cannot be read from our storage is our fault, and no submit was accepted', async () => {
    const document = { ...sourceOf(Buffer.alloc(10)), open: () => Promise.reject(new Error('the disk is gone')) }
    const failure = await failureOf({ path: 'take', body: { document } })
    assert.deepEqual([failure.code, failure.transient, failure.notAccepted], ['internal_error', true, true])
  })

  it('says when the vendor may be asked again, and what it no longer has', async () => {
    assert.equal((await failureOf({ path: '429' })).retryAfterSeconds, 7)
    assert.equal((await failureOf({ path: '429-ms' })).retryAfterSeconds, 0.25)
    assert.equal((await failureOf({ path: '404', method: 'GET' })).gone, true)
    assert.equal((await failureOf({ path: '404', method: 'POST', isSafe: true })).gone, true)
    assert.equal((await failureOf({ path: '404', method: 'PUT' })).gone, false)
  })

  it('where new work is asked for, nothing is gone: the address is wrong, which the caller learns at once', async () => {
    for (const path of ['404', '307']) {
      const failure = await failureOf({ path, body: { json: {} } })
      assert.deepEqual([failure.gone, failure.transient, failure.notAccepted], [false, false, true], path)
      assert.match(failure.message, /is not set up properly.+ It answered with the status (?:404|307)/)
    }
  })

  it('tells the caller what the vendor says, without keys, documents or what looks like either', async () => {
    const { message } = await failureOf({ path: '422' })
    assert.match(message, /It answered with the status 422: “Value error, bad document; …”\.$/)
    assert.doesNotMatch((await failureOf({ path: '401' })).message, new RegExp(key))
  })

  it('an answer that is too large is cut off and not asked for again', async () => {
    const unusable = { code: 'provider_unavailable', transient: false }
    await assert.rejects(open().json({ path: 'large', signal }), unusable)
    await assert.rejects(open().bytes({ path: 'large', maxBytes: 1000, signal }), unusable)
    assert.ok(byteCount((await open().bytes({ path: 'large', signal })).bytes) > 4 * 1024 ** 2)
  })

  it('is what the body of the answer says, where that says anything', async () => {
    const problemOf: HttpVendor['problemOf'] = ({ body }) => (JSON.stringify(body).includes('oops') ? 'quota' : null)
    const failure = await failureOf({ path: '500' }, { problemOf })
    assert.deepEqual([failure.code, failure.notAccepted], ['provider_quota', true])
    const reported = open().failure('invalid_document', {}, { error: 'encrypted' })
    assert.equal(reported.code, 'document_damaged')
  })

  it('is logged in the words of the vendor, without keys, documents or what looks like either', async () => {
    const logged = async (path: string) => inspect(loggable(await failureOf({ path })), { depth: 10 })
    assert.match(await logged('422'), /HTTP status 422: Value error, bad document; …/)
    assert.doesNotMatch(await logged('422'), /SECRETDOCUMENT/)
    assert.match(await logged('401'), /Invalid key …/)
    for (const path of ['401', '422', '500', 'reset', 'half']) assert.doesNotMatch(await logged(path), new RegExp(key))
  })

  it('no request is made for a while after five failures in a row', async () => {
    const http = open()
    for (let failures = 0; failures < 5; failures += 1)
      await assert.rejects(http.json({ path: '500', signal }), { notAccepted: false })
    const seen = vendor.requests.length
    await assert.rejects(http.json({ path: 'ok', signal }), { code: 'provider_unavailable', notAccepted: true })
    assert.equal(vendor.requests.length, seen)
  })

  it('a request beyond the agreed rate that would have to wait long is put off', async () => {
    const http = open({ requestsPerSecond: 0.1 })
    await http.json({ path: 'ok', signal })
    await assert.rejects(http.json({ path: 'ok', signal }), {
      code: 'provider_rate_limited',
      notAccepted: true,
      transient: true,
    })
  })

  it('is the reason of the signal when that is aborted', async () => {
    const reason = new Error('stop')
    const controller = new AbortController()
    const asking = open().json({ path: 'silent', signal: controller.signal })
    setTimeout(() => controller.abort(reason), 50)
    await assert.rejects(asking, reason)
    await assert.rejects(open().json({ path: 'ok', signal: AbortSignal.abort(reason) }), reason)
  })
})

it('a failure has the reasons that a vendor gives for fields', async () => {
  await assert.rejects(open().json({ path: '400', signal }), {
    message: /an invalid argument.; Document size \(9\) exceeds the limit: 8”\.$/,
  })
})

describe('the signature of a request', () => {
  const bytes = Buffer.from('%PDF-1.7 a document')
  const source: ParseSource = {
    owner: 'o',
    mediaType: 'application/pdf',
    filename: null,
    size: bytes.length,
    open: async () => Readable.from([bytes]),
  }

  it('is made of what is sent, for each request, and is sent with it', async () => {
    const seen: string[] = []
    const http = open({
      sign: async ({ method, url, headers, bodySha256 }) => {
        const hash = await bodySha256()
        seen.push(`${method} ${url.pathname} ${headers['content-type']} ${hash}`)
        return { headers: { 'content-type': 'application/signed' } }
      },
    })
    const bodies = [
      { json: { a: 1 } },
      { document: source },
      { json: {}, base64: { member: '/d', prefix: '', document: source } },
    ]
    for (const body of bodies) {
      const { headers } = await http.json({ method: 'POST', path: 'take', body, signal })
      assert.equal(headers['x-seen'], 'application/signed')
      const type = 'document' in body ? 'application/pdf' : 'application/json'
      assert.equal(seen.at(-1), `POST /v1/take ${type} ${createHash('sha256').update(received).digest('hex')}`)
    }
  })

  it('is renewed once where the answer is 401, with the document from its start', async () => {
    let renewals = 0
    const tried: string[] = []
    const http = open({
      sign: async ({ bodySha256 }) => {
        tried.push(await bodySha256())
        return { headers: {}, renew: () => void (renewals += 1) }
      },
    })
    const request = { method: 'POST', path: '401', body: { document: source }, signal } as const
    await assert.rejects(http.json(request), { code: 'provider_unauthorized', notAccepted: true })
    const hash = createHash('sha256').update(bytes).digest('hex')
    assert.deepEqual([renewals, tried], [1, [hash, hash]])
    await assert.rejects(http.json({ ...request, path: '402' }), { code: 'provider_quota' })
    assert.equal(renewals, 1)
  })

  it('hides its secrets in what the vendor says', async () => {
    const http = createVendorHttp({
      name: 'Vendor',
      baseUrl: vendor.url('/v1'),
      headers: {},
      secrets: [],
      sign: async () => ({ headers: {}, secrets: [key] }),
    })
    await assert.rejects(http.json({ path: '401', signal }), (error) => !inspect(error, { depth: 9 }).includes(key))
  })

  it('that cannot be made means that nothing was sent', async () => {
    const broken = open({ sign: () => Promise.reject(new Error('no key')) })
    const request = { method: 'POST', path: 'ok', body: { json: {} }, signal } as const
    await assert.rejects(broken.json(request), { code: 'provider_unavailable', notAccepted: true })
    const silent = open({ sign: () => new Promise(() => {}) })
    await assert.rejects(silent.json({ ...request, seconds: 0.05 }), {
      code: 'provider_unavailable',
      notAccepted: true,
    })
    const unreadable = { ...source, open: () => Promise.reject(new Error('gone')) }
    const hashing = open({ sign: async ({ bodySha256 }) => ({ headers: { 'x-hash': await bodySha256() } }) })
    await assert.rejects(hashing.json({ ...request, body: { document: unreadable } }), {
      code: 'internal_error',
      notAccepted: true,
    })
  })
})
