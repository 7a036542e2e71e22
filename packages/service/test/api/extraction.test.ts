import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient } from '@polyparse/client'
import { createCatalog } from '@polyparse/providers/port'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { refusedFields } from '../support/problems.ts'
import { testProvider } from '../support/providers.ts'
import { suiteService } from '../support/suite-service.ts'

const schema = {
  type: 'object',
  properties: { total: { type: 'number' }, buyer: { type: 'string' }, captain: { type: 'string' } },
}

describe('A request for an extraction', () => {
  let api: ApiHarness
  before(async () => {
    const reader = testProvider('reader', () => new Promise(() => {}), { outputs: ['markdown', 'extraction'] })
    api = await openApiHarness({ wrap: (parts) => ({ ...parts, catalog: createCatalog([reader], 'reader') }) })
  })
  after(() => api.close())
  const asked = { outputs: ['extraction'] }

  it('is stored with its schema, whose properties keep their order', async () => {
    const extraction = { schema: { type: 'object', properties: { z: { type: 'string' }, a: { type: 'number' } } } }
    const answer = await api.create(parseUrl({ ...asked, extraction }))
    assert.equal(answer.statusCode, 202, answer.body)
    const stored = (await api.job(answer.json().id)).extraction
    assert.equal(JSON.stringify(stored), JSON.stringify(extraction))
  })

  it('comes with an upload in a header', async () => {
    const header = encodeURIComponent(JSON.stringify({ schema, unproven: 'keep' }))
    const headers = { 'x-service-outputs': 'extraction' }
    const answer = await api.upload('x', { ...headers, 'x-service-extraction': header })
    assert.equal(answer.statusCode, 202, answer.body)
    assert.deepEqual((await api.job(answer.json().id)).extraction, { schema, unproven: 'keep' })
    const broken = await api.upload('x', { ...headers, 'x-service-extraction': '{' })
    assert.deepEqual(refusedFields(broken), ['X-Service-Extraction'])
  })

  it('is refused without a schema, and a schema without it', async () => {
    assert.deepEqual(refusedFields(await api.create(parseUrl(asked))), ['extraction'])
    assert.deepEqual(refusedFields(await api.create(parseUrl({ extraction: { schema } }))), ['extraction'])
    assert.ok(refusedFields(await api.create(parseUrl({ ...asked, extraction: {} }))).includes('extraction.schema'))
  })

  it('is refused with the places of what is wrong with its schema', async () => {
    const wrong = (given: object) => api.create(parseUrl({ ...asked, extraction: { schema: given } }))
    assert.deepEqual(refusedFields(await wrong({ type: 'string' })), ['extraction.schema.type'])
    assert.deepEqual(refusedFields(await wrong({ properties: { a: { type: 'blob' }, b: { oneOf: [] } } })), [
      'extraction.schema.properties.a.type',
      'extraction.schema.properties.b.oneOf',
    ])
    const itself = {
      properties: { a: { $ref: '#/$defs/A' } },
      $defs: { A: { properties: { a: { $ref: '#/$defs/A' } } } },
    }
    assert.deepEqual(refusedFields(await wrong(itself)), ['extraction.schema.properties.a.properties.a.$ref'])
  })

  it('is refused with a model that is not there, and for a comparison', async () => {
    const withModel = (extraction: object, more: object = {}) =>
      api.create(parseUrl({ ...asked, ...more, extraction: { schema, ...extraction } }))
    const unknown = await withModel({ model: 'gpt' })
    assert.deepEqual(refusedFields(unknown), ['extraction.model'])
    assert.match(unknown.body, /not a known provider; allowed are local/)
    assert.match((await withModel({ model: 'reader' })).body, /has no model that answers questions/)
    assert.deepEqual(refusedFields(await withModel({ model: 'vision' }, { operation: 'compare' })), [
      'extraction.model',
    ])
    assert.deepEqual(refusedFields(await withModel({ instructions: 'Be terse.' })), ['extraction.instructions'])
    assert.equal((await withModel({ model: 'local' })).statusCode, 202)
  })

  it('is refused with several models of which one is not there, beside one model, with too many, and for a comparison', async () => {
    const withModels = (models: unknown, more: object = {}, operation = 'parse') =>
      api.create(parseUrl({ ...asked, operation, extraction: { schema, models, ...more } }))
    const unknown = await withModels(['local', 'gpt', 'reader'])
    assert.deepEqual(refusedFields(unknown), ['extraction.models', 'extraction.models'])
    assert.match(
      unknown.body,
      /gpt\\" at index 1, which is not a known provider[^]*has no model that answers questions/,
    )
    for (const [field, models, more, operation] of [
      ['extraction.models', ['local'], { model: 'local' }],
      ['extraction.models', ['local', 'vision'], {}, 'compare'],
      ['extraction.models', []],
      ['extraction.models', ['local', 7]],
      ['extraction.models', Array.from({ length: 9 }, (_, at) => `m${at}`)],
      ['extraction.instructions', ['local'], { instructions: 'Be terse.' }],
    ] satisfies [string, unknown, object?, string?][]) {
      const answer = await withModels(models, more, operation)
      assert.ok(answer.statusCode === 400 && refusedFields(answer).includes(field), answer.body)
    }
    const taken = await withModels(['local', 'local'])
    assert.equal(taken.statusCode, 202, taken.body)
    assert.deepEqual((await api.job(taken.json().id)).extraction?.models, ['local'])
  })

  it('with another schema is another request under the same key', async () => {
    const key = { 'idempotency-key': 'an-extraction-1' }
    const body = parseUrl({ ...asked, extraction: { schema } })
    const statuses = []
    for (const each of [body, body, parseUrl({ ...asked, extraction: { schema, unproven: 'keep' } })])
      statuses.push((await api.create(each, key)).statusCode)
    assert.deepEqual(statuses, [202, 200, 409])
  })
})

describe('The output extraction', { timeout: 120_000 }, () => {
  const open = suiteService()
  const html = '<table><tr><td>Buyer:</td><td>Acme Ltd.</td></tr><tr><td>Total:</td><td>1,200.50</td></tr></table>'

  it('has the data, and the place of each value, of a document that a worker has read', async () => {
    const { url, key } = await open()
    const client = createClient({ url, apiKey: key })
    const { outputs } = await client.parse(new Blob([html]), {
      filename: 'order.html',
      outputs: ['extraction', 'text'],
      extraction: { schema },
    })
    assert.deepEqual(outputs.extraction?.data, { total: 1200.5, buyer: 'Acme Ltd.', captain: null })
    const places = outputs.extraction?.evidence.map(({ path, status, page, text }) => [path, status, page, text])
    assert.deepEqual(places, [
      ['/total', 'found', 1, '1,200.50'],
      ['/buyer', 'found', 1, 'Acme Ltd.'],
      ['/captain', 'not_found', null, null],
    ])
    assert.equal(outputs.extraction?.model, 'local')
  })
})
