import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createCatalog } from '@polyparse/providers/port'
import { auto } from '@polyparse/providers/local'
import { createLocalProvider } from '@polyparse/providers/composition'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { assertProblem, refusedFields } from '../support/problems.ts'
import { hanging, testProvider } from '../support/providers.ts'

const sandbox = { run: () => Promise.reject(new Error('nothing is read here')) }
const outputs = { outputs: ['markdown' as const, 'text' as const] }
const catalog = createCatalog(
  [
    createLocalProvider(auto, { sandbox }),
    testProvider('pictures', hanging, { ...outputs, mediaTypes: ['image/png'] }),
    testProvider('vendor', hanging, { ...outputs, mediaTypes: ['application/pdf', 'image/png'] }),
    { ...testProvider('keyless', hanging, outputs), missing: 'KEYLESS_API_KEY' },
  ],
  'auto',
)

describe('the option escalate', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness({ wrap: (parts) => ({ ...parts, catalog }) })
  })
  after(() => api.close())

  const escalatingTo = (escalate: unknown, more: object = {}) =>
    parseUrl({ providerOptions: { auto: { escalate } }, ...more })
  const field = 'providerOptions.auto.escalate'

  it('is accepted with another enabled provider, also for the default provider, and replayed', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await api.create(escalatingTo('vendor'), headers)
    assert.equal(first.statusCode, 202)
    assert.deepEqual((await api.job(first.json().id)).providerOptions, { auto: { escalate: 'vendor' } })
    const again = await api.create(escalatingTo('vendor'), headers)
    assert.deepEqual([again.statusCode, again.json().id], [200, first.json().id])
    assertProblem(await api.create(escalatingTo('pictures'), headers), 'idempotency_conflict')
    assert.equal((await api.create(escalatingTo('vendor', { provider: 'auto' }))).statusCode, 202)
  })

  it('is refused with a provider that is unknown, not enabled, or the same, and says which are allowed', async () => {
    for (const [id, message] of [
      ['nobody', 'names "nobody", which is not a known provider; allowed are pictures, vendor'],
      ['__proto__', 'names "__proto__", which is not a known provider; allowed are pictures, vendor'],
      ['keyless', 'names "keyless", which is not enabled (KEYLESS_API_KEY is missing); allowed are pictures, vendor'],
      ['auto', 'names "auto", which is not another provider; allowed are pictures, vendor'],
    ] as const) {
      const answer = await api.create(escalatingTo(id))
      assert.deepEqual(refusedFields(answer), [field])
      assert.ok(answer.json().detail.includes(message), answer.json().detail)
    }
  })

  it('is refused with something that is no id', async () => {
    for (const wrong of ['', 1, null, ['vendor'], { id: 'vendor' }])
      assert.deepEqual(refusedFields(await api.create(escalatingTo(wrong))), [field])
  })

  it('is refused for other providers, for other jobs than a parse with auto, and for a compare', async () => {
    const only = /is only for a parse with the provider auto/
    const asked = [
      parseUrl({ provider: 'vendor', providerOptions: { vendor: { escalate: 'pictures' } } }),
      escalatingTo('pictures', { provider: 'vendor' }),
      escalatingTo('vendor', { provider: 'pictures', fallback: ['auto'] }),
      escalatingTo('vendor', { operation: 'compare', providers: ['auto', 'vendor'] }),
    ]
    for (const body of asked) {
      const answer = await api.create(body)
      assert.equal(refusedFields(answer).length, 1)
      assert.match(answer.json().detail, only)
    }
  })

  it('is refused with a provider that does not read the type of an upload, before the upload is read', async () => {
    const upload = (escalate: string, type: string) =>
      api.upload('%PDF-1.7', {
        'content-type': type,
        'x-service-provider': null,
        'x-service-provider-options': encodeURIComponent(JSON.stringify({ auto: { escalate } })),
      })
    const answer = await upload('pictures', 'application/pdf')
    assert.deepEqual(refusedFields(answer), ['X-Service-Provider-Options'])
    assert.match(
      answer.json().detail,
      /auto\.escalate, which names "pictures", which does not read documents of the type application\/pdf; allowed are vendor/,
    )
    for (const type of ['image/png', 'application/octet-stream', 'image/x-unheard-of'])
      assert.equal((await upload('pictures', type)).statusCode, 202, type)
  })

  it('is in the list of providers', async () => {
    const listed = await api.inject({ url: '/api/v1/providers' })
    const [own] = listed.json().providers
    assert.match(own.options.properties.escalate.description, /low_confidence/)
  })
})
