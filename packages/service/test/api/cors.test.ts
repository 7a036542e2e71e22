import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { launchBrowser, noBrowser } from '@polyparse/test-support/browser'
import { suiteStack } from '@polyparse/test-support/suite-stack'
import { openApiHarness, type ApiHarness } from '../support/api.ts'

const origin = 'https://app.example.com'

describe('A page of another origin', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness({ settings: { corsOrigins: [origin, 'http://localhost:5173'] } })
  })
  after(() => api.close())

  const preflight = (url: string, from = origin) =>
    api.app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,idempotency-key,x-service-filename',
      },
    })

  it('is told before its request what it may send, without a key', async () => {
    for (const url of ['/api/v1/jobs', '/api/v1/jobs/1/cancel', '/api/v1/providers', '/api/openapi.json']) {
      const answer = await preflight(url)
      assert.equal(answer.statusCode, 204, url)
      assert.equal(answer.body, '')
      assert.equal(answer.headers['access-control-allow-origin'], origin)
      assert.match(String(answer.headers['access-control-allow-methods']), /GET.*POST.*DELETE/)
      const allowed = String(answer.headers['access-control-allow-headers']).toLowerCase().split(', ')
      for (const name of ['authorization', 'content-type', 'idempotency-key', 'x-service-filename', 'if-none-match'])
        assert.ok(allowed.includes(name), name)
      assert.equal(answer.headers['access-control-allow-credentials'], undefined)
    }
  })

  it('can read answers, errors, and the headers of both', async () => {
    const known = await api.inject({ url: '/api/v1/jobs', headers: { origin } })
    const unknown = await api.inject({ url: '/api/v1/nothing', headers: { origin } })
    const keyless = await api.app.inject({ url: '/api/v1/jobs', headers: { origin } })
    const stream = await api.app.inject({
      method: 'HEAD',
      url: `/api/v1/jobs/${(await api.create()).json<{ id: string }>().id}/events`,
      headers: { origin, authorization: `Bearer ${api.key}` },
    })
    assert.deepEqual(
      [known, unknown, keyless, stream].map(({ statusCode }) => statusCode),
      [200, 404, 401, 200],
    )
    for (const { headers } of [known, unknown, keyless, stream]) {
      assert.equal(headers['access-control-allow-origin'], origin)
      assert.match(String(headers['vary']), /\borigin\b/)
      for (const name of ['Location', 'Retry-After', 'ETag', 'RateLimit', 'X-Request-ID'])
        assert.ok(String(headers['access-control-expose-headers']).split(', ').includes(name), name)
    }
  })

  it('gets no such header if its origin is not allowed, and caches keep the answers apart', async () => {
    for (const other of ['https://app.example.com.evil.example', 'http://app.example.com', 'null', '']) {
      const answer = await api.inject({ url: '/api/v1/jobs', headers: { origin: other } })
      assert.equal(answer.statusCode, 200)
      assert.equal(answer.headers['access-control-allow-origin'], undefined)
      assert.match(String(answer.headers['vary']), /\borigin\b/)
      assert.equal((await preflight('/api/v1/jobs', other)).statusCode, 405)
    }
    assert.match(String((await api.inject({ url: '/api/v1/jobs' })).headers['vary']), /\borigin\b/)
  })

  it('cannot reach the operator', async () => {
    for (const url of ['/api/admin/keys', '/api/%61dmin/keys', '/api/v1/../admin/keys']) {
      const answer = await api.app.inject({
        url,
        headers: { origin, authorization: `Bearer ${api.parts.adminToken}` },
      })
      if (answer.statusCode === 200) assert.equal(answer.headers['access-control-allow-origin'], undefined, url)
    }
    assert.notEqual((await preflight('/api/admin/keys')).statusCode, 204)
  })
})

describe('A page of any origin', { skip: noBrowser }, () => {
  const stack = suiteStack()

  it('uploads a document with a key and polls its job, if all origins are allowed', async () => {
    const api = stack.adopt(await openApiHarness({ settings: { corsOrigins: '*' } }), (open) => open.close())
    const service = `http://127.0.0.1:${await api.listen()}`
    const site = stack.adopt(
      createServer(
        (_request, response) => void response.setHeader('content-type', 'text/html').end('<title>Site</title>'),
      ),
      (open) => void open.close(),
    )
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
    const address = site.address()
    assert.ok(address !== null && typeof address === 'object')
    const browser = stack.adopt(await launchBrowser(), (open) => open.close())
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${address.port}/`)

    const upload = (key: string): Promise<unknown> =>
      page.evaluate(`(async () => {
        const authorization = 'Bearer ${key}'
        const created = await fetch('${service}/api/v1/jobs', {
          method: 'POST',
          headers: {
            authorization,
            'content-type': 'text/plain',
            'idempotency-key': crypto.randomUUID(),
            'x-service-filename': 'a.txt',
            'x-service-operation': 'parse',
            'x-service-outputs': 'markdown',
          },
          body: 'Hello.',
        })
        if (!created.ok) return { status: created.status, ...(await created.json()) }
        const job = await fetch('${service}' + created.headers.get('location'), { headers: { authorization } })
        return { status: job.status, retryAfter: job.headers.get('retry-after'), ...(await job.json()) }
      })()`)
    assert.partialDeepStrictEqual(await upload(api.key), { status: 'queued', retryAfter: '1' })
    assert.partialDeepStrictEqual(await upload('none'), { status: 401, code: 'unauthorized' })
  })
})
