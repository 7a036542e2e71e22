import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { Resolve } from '../src/safe-fetch-connection.ts'
import { SafeFetchError, type SafeFetchErrorKind } from '../src/safe-fetch-error.ts'
import { safeFetch, type SafeFetchOptions } from '../src/safe-fetch.ts'
import { loopbackPolicy, openLoopback, policyOf, type Route } from '../../service/test/lib/loopback.ts'

const options = { policy: loopbackPolicy, maxBytes: 1000 } satisfies SafeFetchOptions

/** Fetches and reads to the end, or returns the error of either. */
const failure = async (url: string, more: Partial<SafeFetchOptions> = {}): Promise<SafeFetchError> => {
  try {
    await text((await safeFetch(url, { ...options, ...more })).body)
  } catch (error) {
    assert.ok(error instanceof SafeFetchError, String(error))
    return error
  }
  return assert.fail('nothing went wrong')
}

/** Look-ups that answer with addresses, fail, or never answer. */
const answering =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses
const failing =
  (code: string): Resolve =>
  () =>
    Promise.reject(Object.assign(new Error(code), { code }))
const hanging: Resolve = () => new Promise(() => {})

const redirect =
  (location: string, status = 302): Route =>
  (_request, response) =>
    response.writeHead(status, { location }).end('moved')

const routes: Record<string, Route> = {
  '/hello': (_request, response) => response.end('hello'),
  '/echo': (request, response) => request.pipe(response),
  '/to-hello': redirect('/hello#part'),
  '/circle': redirect('/circle-back'),
  '/circle-back': redirect('/circle#again'),
  '/private': redirect('http://10.0.0.1/secret'),
  '/metadata': redirect('http://0xA9FEA9FE/latest/'),
  '/to-file': redirect('file:///etc/passwd'),
  '/with-password': redirect('http://user:word@127.0.0.1/'),
  '/step': (request, response) => {
    const left = Number((request.url ?? '').split('?')[1])
    redirect(left === 0 ? '/hello' : `/step?${left - 1}`)(request, response)
  },
  '/nowhere': (_request, response) => response.writeHead(302).end(),
  '/gone': (_request, response) => response.writeHead(410).end('no more'),
  '/busy': (_request, response) => response.writeHead(503, { 'retry-after': '7' }).end(),
  '/silent': () => {},
  '/slow-body': (_request, response) => response.write('a'),
  '/breaks-off': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half', () => response.destroy())
  },
  '/declared-large': (_request, response) => response.writeHead(200, { 'content-length': '1001' }).end('x'),
  '/endless': (_request, response) => {
    const more = () => void (response.destroyed || response.write('x'.repeat(500), () => setImmediate(more)))
    more()
  },
  '/exact': (_request, response) => response.end('x'.repeat(1000)),
}

describe('a fetch of a URL that a stranger chose', () => {
  let server: Awaited<ReturnType<typeof openLoopback>>
  before(async () => {
    server = await openLoopback(routes)
  })
  after(() => server.close())

  it('answers with status, headers and the body as a stream, and closes the connection', async () => {
    const response = await safeFetch(server.url('/hello'), options)
    assert.equal(response.status, 200)
    assert.equal(await text(response.body), 'hello')
    await server.idle()
  })

  it('closes the connection when the body is discarded', async () => {
    const response = await safeFetch(server.url('/endless'), options)
    response.body.destroy()
    await server.idle()
  })

  it('posts a body and does not follow a redirect with it', async () => {
    const posted = await safeFetch(server.url('/echo'), { ...options, method: 'POST', body: 'ping' })
    assert.equal(await text(posted.body), 'ping')
    const error = await failure(server.url('/to-hello'), { method: 'POST', body: 'ping' })
    assert.deepEqual([error.kind, error.status], ['http_status', 302])
  })

  it('names host and status in the message, but neither path nor query', async () => {
    const error = await failure(server.url('/gone?token=s3cret'))
    assert.equal(error.message, 'The server at 127.0.0.1 answered with HTTP status 410 (Gone).')
    assert.deepEqual([error.kind, error.status, error.retriable], ['http_status', 410, false])
  })

  it('returns any status as an answer on request', async () => {
    const response = await safeFetch(server.url('/gone'), { ...options, anyStatus: true })
    assert.deepEqual([response.status, await text(response.body)], [410, 'no more'])
  })

  it('reports how long a busy server asks to be left alone', async () => {
    const error = await failure(server.url('/busy'))
    assert.deepEqual([error.status, error.retriable, error.retryAfterMs], [503, true, 7000])
  })

  describe('redirects', () => {
    it('are followed, and the final address is reported', async () => {
      const response = await safeFetch(server.url('/to-hello'), options)
      assert.equal(await text(response.body), 'hello')
      assert.equal(response.url.pathname, '/hello')
    })

    it('are followed five times, but not a sixth', async () => {
      assert.equal(await text((await safeFetch(server.url('/step?4'), options)).body), 'hello')
      assert.equal((await failure(server.url('/step?5'))).kind, 'too_many_redirects')
    })

    it('may have a location in UTF-8', async () => {
      routes['/to-utf8'] = redirect(Buffer.from('/grüße').toString('latin1'))
      routes['/gr%C3%BC%C3%9Fe'] = (_request, response) => response.end('hello')
      assert.equal((await safeFetch(server.url('/to-utf8'), options)).url.pathname, '/gr%C3%BC%C3%9Fe')
    })

    const refused: Readonly<Record<string, SafeFetchErrorKind>> = {
      '/circle': 'redirect_loop',
      '/private': 'refused_address',
      '/metadata': 'refused_address',
      '/to-file': 'invalid_url',
      '/with-password': 'invalid_url',
      '/nowhere': 'http_status',
    }
    for (const [path, kind] of Object.entries(refused))
      it(`${path.slice(1)} ends with ${kind} and is not worth another try`, async () => {
        const error = await failure(server.url(path))
        assert.deepEqual([error.kind, error.retriable], [kind, false])
      })

    it('have the addresses of the name checked at each hop', async () => {
      const asked: string[] = []
      const resolve = async (hostname: string) => {
        asked.push(hostname)
        return [hostname === 'public.test' ? '127.0.0.1' : '192.168.1.1']
      }
      routes['/to-inside'] = redirect(`http://inside.test:${server.port}/hello`)
      const error = await failure(`http://public.test:${server.port}/to-inside`, { resolve })
      assert.equal(error.kind, 'refused_address')
      assert.equal(error.message, 'The host inside.test resolves to an address that is not allowed.')
      assert.deepEqual(asked, ['public.test', 'inside.test'])
    })

    it('carry headers only to the first origin, and not when they lead back to it', async () => {
      const resolve = answering('127.0.0.1')
      routes['/away'] = redirect(`http://b.test:${server.port}/back`)
      routes['/back'] = redirect(`http://a.test:${server.port}/hello`)
      const before = server.requests.length
      const headers = { authorization: 'Bearer s3cret', cookie: 'a=b', 'x-own': 'c' }
      const response = await safeFetch(`http://a.test:${server.port}/away`, { ...options, resolve, headers })
      await text(response.body)
      const [first, ...others] = server.requests.slice(before).map((request) => request.headers)
      assert.equal(first?.authorization, 'Bearer s3cret')
      assert.deepEqual(
        others.map(({ host }) => host),
        [`b.test:${server.port}`, `a.test:${server.port}`],
      )
      for (const other of others) for (const name of Object.keys(headers)) assert.equal(other[name], undefined, name)
    })
  })

  describe('addresses', () => {
    it('refuses a literal private address without connecting', async () => {
      const before = server.requests.length
      assert.equal((await failure(server.url('/hello'), { policy: policyOf('false') })).kind, 'refused_address')
      assert.equal(server.requests.length, before)
    })

    it('refuses a host even if only one of its addresses is refused', async () => {
      const resolve = answering('127.0.0.1', '10.0.0.1')
      assert.equal((await failure(`http://a.test:${server.port}/hello`, { resolve })).kind, 'refused_address')
    })

    it('connects to the address that was checked, even if the name now leads elsewhere', async () => {
      const answers = [['127.0.0.1'], ['10.0.0.1']]
      let asked = 0
      const resolve = async () => answers[asked++] ?? []
      const response = await safeFetch(`http://rebind.test:${server.port}/hello`, { ...options, resolve })
      assert.equal(await text(response.body), 'hello')
      assert.equal(server.requests.at(-1)?.headers.host, `rebind.test:${server.port}`)
      assert.equal(asked, 1)
      const again = await failure(`http://rebind.test:${server.port}/hello`, { resolve })
      assert.equal(again.kind, 'refused_address')
    })

    it('tries the next address when one does not answer', async () => {
      const resolve = answering('127.0.0.99', '127.0.0.1')
      const response = await safeFetch(`http://two.test:${server.port}/hello`, { ...options, resolve })
      assert.equal(await text(response.body), 'hello')
    })

    it('distinguishes a name without addresses from a failed look-up', async () => {
      const unknown = await failure('http://no.test/', { resolve: failing('ENOTFOUND') })
      assert.deepEqual([unknown.kind, unknown.retriable], ['unknown_host', false])
      assert.equal((await failure('http://no.test/', { resolve: answering() })).kind, 'unknown_host')
      const failed = await failure('http://no.test/', { resolve: failing('EAI_AGAIN') })
      assert.deepEqual([failed.kind, failed.retriable], ['unreachable', true])
    })

    it('names the host in the TLS handshake, not the address', async () => {
      const received: Uint8Array[] = []
      const plain = createServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', (data) => {
          received.push(Buffer.from(data))
          socket.destroy()
        })
      }).listen(0, '127.0.0.1')
      await once(plain, 'listening')
      const address = plain.address()
      assert.ok(address !== null && typeof address === 'object')
      const error = await failure(`https://secure.test:${address.port}/`, { resolve: answering('127.0.0.1') })
      assert.deepEqual([error.kind, error.retriable], ['unreachable', true])
      assert.ok(Buffer.concat(received).includes('secure.test'))
      plain.close()
    })
  })

  describe('limits', () => {
    it('a body of exactly the limit passes', async () => {
      assert.equal((await text((await safeFetch(server.url('/exact'), options)).body)).length, 1000)
    })

    for (const path of ['/declared-large', '/endless'])
      it(`${path.slice(1)} is cut off at the limit`, async () => {
        const error = await failure(server.url(path))
        assert.deepEqual([error.kind, error.retriable], ['too_large', false])
        await server.idle()
      })

    it('a server that does not answer is given up on', async () => {
      assert.equal((await failure(server.url('/silent'), { firstByteMs: 30 })).kind, 'timeout')
      await server.idle()
    })

    it('a look-up that does not answer is given up on', async () => {
      assert.equal((await failure('http://slow.test/', { resolve: hanging, firstByteMs: 30 })).kind, 'timeout')
    })

    it('a body that does not end is given up on, even if nobody reads it', async () => {
      assert.equal((await failure(server.url('/slow-body'), { totalMs: 50 })).kind, 'timeout')
      await safeFetch(server.url('/slow-body'), { ...options, totalMs: 50 })
      await server.idle()
    })

    it('the time to the first byte does not bound the body', async () => {
      const response = await safeFetch(server.url('/slow-body'), { ...options, firstByteMs: 200, totalMs: 600 })
      await assert.rejects(text(response.body), { kind: 'timeout' })
    })

    it('a connection that breaks off half-way is an error worth another try', async () => {
      const error = await failure(server.url('/breaks-off'))
      assert.deepEqual([error.kind, error.retriable], ['unreachable', true])
    })

    it('the caller can give up, before the head and in the body', async () => {
      const early = AbortSignal.timeout(20)
      assert.equal((await failure(server.url('/silent'), { signal: early })).kind, 'aborted')
      const late = new AbortController()
      const response = await safeFetch(server.url('/slow-body'), { ...options, signal: late.signal })
      late.abort()
      await assert.rejects(text(response.body), { kind: 'aborted' })
      await server.idle()
    })
  })
})
