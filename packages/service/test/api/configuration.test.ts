import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { assertProblem, refusedFields } from '../support/problems.ts'

describe('creating a job', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const providersOf = async (id: string): Promise<string[]> => {
    const rows = await api.database.query<{ provider: string }>(
      'select provider from runs where job_id = $1 order by position',
      [id],
    )
    return rows.map(({ provider }) => provider)
  }

  it('uses the configured default when a parse names no provider', async () => {
    const answer = await api.create()
    assert.deepEqual(await providersOf(answer.json().id), ['provider-a'])
  })

  it('uses every enabled provider that is not derived from others when a compare names none', async () => {
    const answer = await api.create(parseUrl({ operation: 'compare' }))
    assert.deepEqual(await providersOf(answer.json().id), ['provider-a', 'provider-b'])
  })

  it('uses a derived provider in a compare that names it', async () => {
    const answer = await api.create(parseUrl({ operation: 'compare', providers: ['derived', 'provider-a'] }))
    assert.deepEqual(await providersOf(answer.json().id), ['derived', 'provider-a'])
  })

  it('keeps the order of providers and collapses duplicates', async () => {
    const providers = ['provider-b', 'provider-a', 'provider-b']
    const answer = await api.create(parseUrl({ operation: 'compare', providers }))
    assert.deepEqual(await providersOf(answer.json().id), ['provider-b', 'provider-a'])
  })

  it('refuses unknown and disabled providers, also as keys of providerOptions', async () => {
    assert.deepEqual(refusedFields(await api.create(parseUrl({ provider: 'nobody' }))), ['provider'])
    assert.deepEqual(refusedFields(await api.create(parseUrl({ provider: '__proto__' }))), ['provider'])
    const disabled = await api.create(parseUrl({ operation: 'compare', providers: ['provider-a', 'provider-c'] }))
    assert.deepEqual(refusedFields(disabled), ['providers'])
    assert.match(disabled.json().detail, /provider-c.*not enabled.*POLYPARSE_PROVIDER_C_KEY/)
    const options = { providerOptions: { nobody: {}, 'provider-c': {} } }
    assert.deepEqual(refusedFields(await api.create(parseUrl(options))), ['providerOptions', 'providerOptions'])
  })

  it('refuses an output that the provider of a parse does not declare, naming both', async () => {
    const answer = await api.create(parseUrl({ outputs: ['markdown', 'tables'] }))
    assert.deepEqual(refusedFields(answer), ['outputs'])
    assert.match(answer.json().detail, /tables.*provider-a/)
  })

  it('accepts an output of a compare when at least one provider declares it', async () => {
    const compare = { operation: 'compare', outputs: ['tables', 'pages'] }
    assert.equal((await api.create(parseUrl(compare))).statusCode, 202)
    const none = await api.create(parseUrl({ operation: 'compare', outputs: ['html'] }))
    assert.deepEqual(refusedFields(none), ['outputs'])
  })

  it('checks options by the schema of their provider, even if the job does not use that provider', async () => {
    const wrong = parseUrl({ providerOptions: { 'provider-b': { dpi: 0, colour: true } } })
    assert.deepEqual(refusedFields(await api.create(wrong)).toSorted(), [
      'providerOptions.provider-b.colour',
      'providerOptions.provider-b.dpi',
    ])
    const header = encodeURIComponent(JSON.stringify({ 'provider-b': { dpi: 0 } }))
    const upload = await api.upload('x', { 'x-service-provider-options': header })
    assert.deepEqual(refusedFields(upload), ['X-Service-Provider-Options'])
    assert.match(upload.json().detail, /provider-b\.dpi/)
  })

  it('passes options on unchecked where the vendor checks its own', async () => {
    assert.equal((await api.create(parseUrl({ providerOptions: { 'provider-a': { any: [1] } } }))).statusCode, 202)
  })

  it('allows private addresses if the operator does', async () => {
    const lenient = await openApiHarness({ settings: { addressPolicy: { allow: 'all' } } })
    const answer = await lenient.create(parseUrl({ source: { url: 'http://127.0.0.1/' } }))
    await lenient.close()
    assert.equal(answer.statusCode, 202)
  })

  const skip = process.env['POLYPARSE_TEST_BLOBS'] === 's3' && 'a bucket does not say how much capacity is left'
  it('answers 503 with Retry-After when there is too little capacity for new jobs', { skip }, async () => {
    const full = await openApiHarness({ settings: { minFreeBytes: Number.MAX_SAFE_INTEGER } })
    for (const answer of [await full.create(), await full.upload()]) {
      assertProblem(answer, 'service_unavailable')
      assert.match(String(answer.headers['retry-after']), /^[1-9]\d*$/)
    }
    assert.deepEqual(await full.stored(), [])
    await full.close()
  })
})
