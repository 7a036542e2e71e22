import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createKey, disableKey } from '../../src/accounts/keys.ts'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { assertProblem } from '../support/problems.ts'

describe('Authorization', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const get = (authorization?: string) =>
    api.app.inject({ url: '/api/v1/jobs', headers: authorization === undefined ? {} : { authorization } })

  it('is required on every endpoint but health, the description and the problem pages', async () => {
    const routes = [
      ['POST', '/api/v1/jobs'],
      ['GET', '/api/v1/jobs'],
      ['GET', `/api/v1/jobs/${randomUUID()}`],
      ['HEAD', `/api/v1/jobs/${randomUUID()}`],
      ['DELETE', `/api/v1/jobs/${randomUUID()}`],
      ['GET', '/api/v1/providers'],
    ] as const
    for (const [method, url] of routes) {
      const answer = await api.app.inject({ method, url })
      assert.equal(answer.statusCode, 401, `${method} ${url}`)
      assert.equal(answer.headers['www-authenticate'], 'Bearer')
      if (method !== 'HEAD') assertProblem(answer, 'unauthorized', url)
    }
    for (const url of ['/api/v1/health', '/api/openapi.json', '/problems/unauthorized'])
      assert.equal((await api.app.inject({ url })).statusCode, 200, url)
  })

  it('with a missing, invalid, disabled or expired key is answered 401 unauthorized', async () => {
    const issue = (expiresAt: Date | null) =>
      createKey(api.database, { account: 'keys', name: 'k', expiresAt }, api.clock())
    const disabled = await issue(null)
    await disableKey(api.database, disabled.id, api.clock())
    const expired = await issue(new Date(api.clock().getTime() - 1))
    const wrong = [undefined, '', 'Bearer', 'Bearer ', 'Basic abc', `Basic ${api.key}`, api.key, `Bearer ${api.key}x`]
    for (const header of [...wrong, `Bearer ${disabled.key}`, `Bearer ${expired.key}`, `Bearer ${api.key} x`])
      assertProblem(await get(header), 'unauthorized')
  })

  it('stops working the moment the key expires', async () => {
    const expiresAt = new Date(api.clock().getTime() + 60_000)
    const { key } = await createKey(api.database, { account: 'keys', name: 'short', expiresAt }, api.clock())
    assert.equal((await get(`Bearer ${key}`)).statusCode, 200)
    api.clock.advance(60)
    assertProblem(await get(`Bearer ${key}`), 'unauthorized')
  })

  it('accepts the scheme in upper and lower case', async () => {
    assert.equal((await get(`bearer ${api.key}`)).statusCode, 200)
  })

  it('is checked after route and method and before the body', async () => {
    assertProblem(await api.app.inject({ url: '/api/v1/nothing' }), 'route_not_found')
    assertProblem(await api.app.inject({ method: 'PUT', url: '/api/v1/jobs' }), 'method_not_allowed')
    const headers = { 'content-type': 'application/json' }
    const body = await api.app.inject({ method: 'POST', url: '/api/v1/jobs', headers, payload: '{' })
    assertProblem(body, 'unauthorized')
  })

  it('never appears in the log', async () => {
    await get(`Bearer ${api.key}`)
    await get('Bearer pp_live_wrong')
    assert.ok(api.logged.length > 0)
    assert.ok(!api.logged.join('').includes(api.key))
    assert.ok(!api.logged.join('').includes('pp_live_wrong'))
  })
})
