import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { createClient } from '@polyparse/client'
import { createCatalog } from '@polyparse/providers/port'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { refusedFields } from '../support/problems.ts'
import { testProvider } from '../support/providers.ts'
import { suiteService } from '../support/suite-service.ts'

const labels = [{ name: 'invoice', description: 'What has to be paid' }, { name: 'contract' }]

describe('A request for a classification', () => {
  let api: ApiHarness
  before(async () => {
    const outputs = ['markdown', 'extraction', 'classification'] as const
    const reader = testProvider('reader', () => new Promise(() => {}), { outputs: [...outputs] })
    api = await openApiHarness({ wrap: (parts) => ({ ...parts, catalog: createCatalog([reader], 'reader') }) })
  })
  after(() => api.close())
  const asked = { outputs: ['classification'] }
  const refusedFor = async (classification: unknown, more: object = {}) =>
    refusedFields(await api.create(parseUrl({ ...asked, ...more, classification })))

  it('is stored as it was sent, by URL and with an upload in a header', async () => {
    const classification = { labels, by: 'pages' as const }
    const answer = await api.create(parseUrl({ ...asked, classification }))
    assert.equal(answer.statusCode, 202, answer.body)
    assert.deepEqual((await api.job(answer.json().id)).classification, classification)
    const headers = { 'x-service-outputs': 'classification' }
    const header = encodeURIComponent(JSON.stringify(classification))
    const uploaded = await api.upload('x', { ...headers, 'x-service-classification': header })
    assert.equal(uploaded.statusCode, 202, uploaded.body)
    assert.deepEqual((await api.job(uploaded.json().id)).classification, classification)
    const broken = await api.upload('x', { ...headers, 'x-service-classification': '{' })
    assert.deepEqual(refusedFields(broken), ['X-Service-Classification'])
  })

  it('is refused without labels, and labels without it', async () => {
    assert.deepEqual(refusedFields(await api.create(parseUrl(asked))), ['classification'])
    assert.deepEqual(refusedFields(await api.create(parseUrl({ classification: { labels } }))), ['classification'])
    assert.deepEqual(await refusedFor({}), ['classification.labels'])
    assert.deepEqual(await refusedFor({ labels: [] }), ['classification.labels'])
  })

  it('is refused with the places of what is wrong with its labels', async () => {
    const thousand = Array.from({ length: 1000 }, (_, index) => ({ name: `label ${index}` }))
    assert.deepEqual(await refusedFor({ labels: thousand }), ['classification.labels'])
    assert.deepEqual(await refusedFor({ labels: [...labels, { name: ' Invoice' }] }), ['classification.labels.2.name'])
    const long = { name: 'x'.repeat(101) }
    assert.deepEqual(await refusedFor({ labels: [{ name: '?' }, long] }), ['classification.labels.1.name'])
    const header = encodeURIComponent(JSON.stringify({ labels: [long] }))
    const uploaded = await api.upload('x', {
      'x-service-outputs': 'classification',
      'x-service-classification': header,
    })
    assert.deepEqual(refusedFields(uploaded), ['X-Service-Classification'])
    assert.deepEqual(await refusedFor({ labels: [{ name: '?' }] }), ['classification.labels.0.name'])
    assert.deepEqual(await refusedFor({ labels, by: 'chapters' }), ['classification.by'])
    assert.deepEqual(await refusedFor({ labels: [{ name: 'invoice', colour: 'red' }] }), [
      'classification.labels.0.colour',
    ])
  })

  it('is refused with a model that is not there, and for a comparison', async () => {
    assert.deepEqual(await refusedFor({ labels, model: 'gpt' }), ['classification.model'])
    assert.deepEqual(await refusedFor({ labels, model: 'vision' }, { operation: 'compare' }), ['classification.model'])
    assert.deepEqual(await refusedFor({ labels, instructions: 'Be terse.' }), ['classification.instructions'])
    const extraction = { schema: { properties: { total: { type: 'number' } } }, model: 'vision' }
    const both = { outputs: ['extraction', 'classification'], extraction }
    assert.deepEqual(await refusedFor({ labels, model: 'vision' }, both), ['extraction.model', 'classification.model'])
    const local = { ...both, extraction: { schema: extraction.schema } }
    assert.equal((await api.create(parseUrl({ ...local, classification: { labels } }))).statusCode, 202)
  })

  it('with other labels is another request under the same key', async () => {
    const key = { 'idempotency-key': 'a-classification-1' }
    const body = parseUrl({ ...asked, classification: { labels } })
    const statuses = []
    for (const each of [body, body, parseUrl({ ...asked, classification: { labels: labels.slice(1) } })])
      statuses.push((await api.create(each, key)).statusCode)
    assert.deepEqual(statuses, [202, 200, 409])
  })
})

describe('The output classification', { timeout: 120_000 }, () => {
  const open = suiteService()

  it('has the label of a document that a worker has read, and of each in a comparison', async () => {
    const { url, key } = await open()
    const client = createClient({ url, apiKey: key })
    const document = new Blob(['<h1>Invoice</h1><p>Invoice number: A-17</p><p>Amount due: 85.00</p>'])
    const asked = { filename: 'bill.html', outputs: ['classification', 'text'] as const, classification: { labels } }
    const { outputs } = await client.parse(document, asked)
    assert.deepEqual(
      outputs.classification.ranges.map(({ label, pages }) => [label, pages]),
      [['invoice', [1]]],
    )
    assert.equal(outputs.classification.ranges[0]?.evidence[0]?.text, 'Invoice')
    assert.deepEqual([outputs.classification.model, outputs.classification.usage], ['local', {}])
    const { providers } = await client.compare(document, { ...asked, providers: ['auto', 'provider-c'] })
    const given = providers.flatMap((entry) => ('result' in entry ? entry.result.outputs.classification : []))
    assert.deepEqual(
      given.map((classification) => classification?.ranges[0]?.label),
      ['invoice'],
    )
  })
})
