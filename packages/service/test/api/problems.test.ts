import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { METHODS } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { problemCodes, problemSlug } from '@polyparse/contract'
import { createApi } from '../../src/api/app.ts'
import type { ApiParts } from '../../src/api/parts.ts'
import type { Database } from '../../src/db/database.ts'
import { DatabaseUnavailableError } from '../../src/db/errors.ts'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { assertProblem } from '../support/problems.ts'
import { converse, lastAnswer, requestHead } from '../support/raw-http.ts'

describe('errors', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  /** The same API with one part that misbehaves. */
  const withParts = async <Result>(
    change: Partial<ApiParts>,
    use: (app: ReturnType<typeof createApi>) => Promise<Result>,
  ) => {
    const app = createApi({ ...api.parts, ...change })
    try {
      return await use(app)
    } finally {
      await app.close()
    }
  }

  const brokenDatabase = (error: Error): Database => ({
    ...api.database,
    query: async () => {
      throw error
    },
    transaction: async () => {
      throw error
    },
  })

  it('are problems with type, title, status, code, detail, instance and request_id', async () => {
    const answer = await api.create({}, { 'idempotency-key': 'x' })
    const problem = assertProblem(answer, 'validation_error', '/api/v1/jobs')
    assert.equal(problem.type, 'https://parse.example.com/problems/validation-error')
    assert.equal(problem.title, 'Bad Request')
  })

  it('have the path without query as instance', async () => {
    const answer = await api.inject({ url: '/api/v1/jobs?limit=0&secret=1#x' })
    assert.equal(assertProblem(answer, 'validation_error').instance, '/api/v1/jobs')
  })

  it('are route_not_found where no route matches the path, whatever the method and the body', async () => {
    for (const url of [
      '/',
      '/api',
      '/api/v1',
      '/api/v1/jobs/',
      '/api/v1/jobs/a/b',
      '/API/v1/jobs',
      '/api/v2/jobs',
      '/problems/',
      '/problems/unheard-of',
      '/%zz',
      '/api/v1/jobs/%zz',
      '//',
      '/api//v1/jobs',
    ])
      assertProblem(await api.inject({ url }), 'route_not_found', url)
    const headers = { 'content-type': 'application/json' }
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const)
      assertProblem(await api.inject({ method, url: '/nothing', headers, payload: '{' }), 'route_not_found')
  })

  it('are method_not_allowed with Allow where another method would do', async () => {
    const routes: [url: string, allow: string][] = [
      ['/api/v1/jobs', 'GET, HEAD, POST'],
      [`/api/v1/jobs/${randomUUID()}`, 'DELETE, GET, HEAD'],
      ['/api/v1/health', 'GET, HEAD'],
      ['/api/openapi.json', 'GET, HEAD'],
      ['/api/v1/providers', 'GET, HEAD'],
    ]
    for (const [url, allow] of routes) {
      const answer = await api.inject({ method: 'PATCH', url, headers: { 'content-type': 'x' }, payload: '{' })
      assertProblem(answer, 'method_not_allowed', url)
      assert.equal(answer.headers.allow, allow)
    }
  })

  it('answer every method that HTTP knows', async () => {
    const port = await api.listen()
    for (const method of METHODS.filter((each) => !['CONNECT', 'GET', 'HEAD', 'POST'].includes(each))) {
      const request = requestHead(`${method} /api/v1/jobs HTTP/1.1`, { connection: 'close' })
      assertProblem(lastAnswer(await (await converse(port, request)).closed()), 'method_not_allowed')
    }
  })

  it('of an unexpected kind are 500 internal_error and show nothing but the request id; the log shows the rest', async () => {
    const secret = Object.assign(new Error('select secret from keys failed in /srv/db.ts'), { params: ['hunter2'] })
    const answer = await withParts({ blobs: { ...api.parts.blobs, freeBytes: () => Promise.reject(secret) } }, (app) =>
      app.inject({
        method: 'POST',
        url: '/api/v1/jobs',
        headers: {
          authorization: `Bearer ${api.key}`,
          'idempotency-key': randomUUID(),
          'content-type': 'application/json',
        },
        payload: parseUrl(),
      }),
    )
    const problem = assertProblem(answer, 'internal_error')
    assert.ok(!answer.body.includes('select') && !answer.body.includes('/srv'))
    const line = api.logged.find((each) => each.includes(problem.request_id) && each.includes('select secret'))
    assert.ok(line !== undefined, 'the log line has the request id and the reason')
    assert.ok(!line.includes('hunter2'), 'parameters of a statement are not logged')
  })

  it('are 503 service_unavailable with Retry-After while the database is unavailable', async () => {
    const answers = await withParts({ database: brokenDatabase(new DatabaseUnavailableError('gone')) }, (app) =>
      Promise.all([
        app.inject({ url: '/api/v1/jobs', headers: { authorization: `Bearer ${api.key}` } }),
        app.inject({ url: '/api/v1/health' }),
      ]),
    )
    for (const answer of answers) {
      assertProblem(answer, 'service_unavailable')
      assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/)
    }
  })

  it('of health come within 2 s when the database does not answer', async () => {
    const silent: Database = { ...api.database, query: () => new Promise(() => {}) }
    const answer = await withParts({ database: silent }, (app) => app.inject({ url: '/api/v1/health' }))
    assertProblem(answer, 'service_unavailable')
  })

  it('have types that resolve, to JSON or, where Accept prefers it, to a page', async () => {
    for (const code of problemCodes) {
      const url = `/problems/${problemSlug(code)}`
      const json = await api.app.inject({ url })
      assert.equal(json.headers['content-type'], 'application/json')
      assert.equal(json.json().code, code)
      const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
      const page = await api.app.inject({ url, headers: { accept } })
      assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
      assert.match(page.body, new RegExp(code))
      assert.match(String(page.headers['content-security-policy']), /frame-ancestors 'none'/)
    }
  })

  it('each have an X-Request-ID of their own, never the one of the request', async () => {
    const ids = new Set<unknown>()
    for (let count = 0; count < 5; count += 1) {
      const answer = await api.inject({ url: '/nothing', headers: { 'x-request-id': 'mine', 'request-id': 'mine' } })
      ids.add(assertProblem(answer, 'route_not_found').request_id)
    }
    assert.equal(ids.size, 5)
    assert.ok(!ids.has('mine'))
  })
})
