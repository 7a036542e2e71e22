import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Catalog } from '@polyparse/contract'
import { Value } from '@polyparse/document/typebox/value'
import { refusedFields } from '../support/problems.ts'
import { openApiHarness, type ApiHarness } from '../support/api.ts'

describe('the service', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  it('is healthy while the database answers, checked anew each time', async () => {
    const answer = await api.app.inject({ url: '/api/v1/health' })
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['content-type'], 'application/json')
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(answer.headers['x-content-type-options'], 'nosniff')
    assert.deepEqual(answer.json(), { status: 'ok' })
  })

  it('lists every known provider, and what would enable those that are not', async () => {
    const answer = await api.inject({ url: '/api/v1/providers' })
    const body: unknown = answer.json()
    assert.ok(Value.Check(Catalog, body))
    assert.deepEqual(
      body.providers.map(({ id, default: isDefault, enabled, missing }) => [id, isDefault, enabled, missing]),
      [
        ['provider-a', true, true, undefined],
        ['provider-b', false, true, undefined],
        ['provider-c', false, false, 'POLYPARSE_PROVIDER_C_KEY'],
        ['derived', false, true, undefined],
      ],
    )
  })

  it('marks the providers that a compare has to name', async () => {
    const body: unknown = (await api.inject({ url: '/api/v1/providers' })).json()
    assert.ok(Value.Check(Catalog, body))
    assert.deepEqual(
      body.providers.filter(({ derived }) => derived === true).map(({ id }) => id),
      ['derived'],
    )
  })

  it('shows what each provider reads, and the schema of its options', async () => {
    const body: unknown = (await api.inject({ url: '/api/v1/providers' })).json()
    assert.ok(Value.Check(Catalog, body))
    const [, provider] = body.providers
    assert.deepEqual(provider?.mediaTypes, ['text/plain'])
    assert.partialDeepStrictEqual(provider?.options, {
      properties: { dpi: { type: 'integer', minimum: 1 } },
      additionalProperties: false,
    })
  })

  it('answers HEAD wherever it answers GET', async () => {
    for (const url of [
      '/api/v1/health',
      '/api/openapi.json',
      '/api/v1/providers',
      '/api/v1/jobs',
      '/problems/not-found',
    ]) {
      const get = await api.inject({ url })
      const head = await api.inject({ method: 'HEAD', url })
      assert.equal(head.statusCode, 200, url)
      assert.equal(head.body, '')
      assert.equal(head.headers['content-length'], get.headers['content-length'], url)
    }
  })

  it('sends X-Request-ID, a UUID v7, with every response', async () => {
    for (const url of ['/api/v1/health', '/api/openapi.json', '/api/v1/jobs', '/nothing', '/%zz']) {
      const answer = await api.inject({ url })
      assert.match(String(answer.headers['x-request-id']), /^[0-9a-f]{8}-[0-9a-f]{4}-7/, url)
    }
  })

  it('logs one line per request, with its id and without its query', async () => {
    const answer = await api.inject({ url: '/api/v1/jobs?metadata.secret=hunter2' })
    const lines = api.logged.filter((line) => line.includes(String(answer.headers['x-request-id'])))
    assert.equal(lines.length, 1)
    const { requestId, method, path, status } = JSON.parse(lines[0] ?? '')
    assert.deepEqual(
      { requestId, method, path, status },
      { requestId: answer.headers['x-request-id'], method: 'GET', path: '/api/v1/jobs', status: 200 },
    )
    assert.ok(!api.logged.join('').includes('hunter2'))
  })

  it('refuses query parameters that an operation does not have, on every route', async () => {
    for (const url of ['/api/v1/health', '/livez', '/api/v1/providers', '/api/openapi.json', '/problems/not-found'])
      assert.deepEqual(refusedFields(await api.inject({ url: `${url}?unheard=of` })), ['unheard'], url)
    const method = 'DELETE'
    assert.deepEqual(refusedFields(await api.inject({ method, url: '/api/v1/jobs/x?force=1' })), ['force'])
  })
})
