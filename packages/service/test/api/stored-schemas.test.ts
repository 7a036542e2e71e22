import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createClient, NotFoundError } from '@polyparse/client'
import { createCatalog } from '@polyparse/providers/port'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { refusedFields } from '../support/problems.ts'
import { testProvider } from '../support/providers.ts'
import { suiteService } from '../support/suite-service.ts'

const schema = { type: 'object', properties: { total: { type: 'number' }, buyer: { type: 'string' } } }
const later = { type: 'object', properties: { captain: { type: 'string' } } }

describe('A request for an extraction by a stored schema', () => {
  let api: ApiHarness
  before(async () => {
    const readers = ['reader', 'other'].map((id) =>
      testProvider(id, () => new Promise(() => {}), { outputs: ['markdown', 'extraction'] }),
    )
    api = await openApiHarness({ wrap: (parts) => ({ ...parts, catalog: createCatalog(readers, 'reader') }) })
  })
  after(() => api.close())

  const post = (path: string, payload: object = {}) =>
    api.inject({ method: 'POST', url: `/api/v1/schemas${path}`, payload })
  const store = async (content: object = schema, name: string = randomUUID()): Promise<string> =>
    (await post('', { name, schema: content })).json().id
  const asked = (extraction: object, more: object = {}) => parseUrl({ outputs: ['extraction'], extraction, ...more })
  const jobOf = async (answer: { readonly statusCode: number; readonly body: string; json(): { id: string } }) => {
    assert.equal(answer.statusCode, 202, answer.body)
    return api.job(answer.json().id)
  }

  it('has its job filled by the latest version, or by the one that is named', async () => {
    const id = await store(schema, 'versions')
    await store(later, 'versions')
    const latest = await jobOf(await api.create(asked({ schemaId: id, unproven: 'keep' })))
    assert.deepEqual(latest.extraction, { schema: later, schemaId: id, schemaVersion: 2, unproven: 'keep' })
    const named = await jobOf(await api.create(asked({ schemaId: id, schemaVersion: 1 })))
    assert.deepEqual(named.extraction, { schema, schemaId: id, schemaVersion: 1 })
  })

  it('comes in every way that a document does', async () => {
    const schemaId = await store()
    const extraction = JSON.stringify({ schemaId })
    const query = new URLSearchParams({ filename: 'a.txt', operation: 'parse', outputs: 'extraction', extraction })
    const form = new FormData()
    form.append('file', new Blob(['Hello.']), 'a.txt')
    form.append('outputs', 'extraction')
    form.append('extraction', extraction)
    const encoded = new Response(form)
    const answers = [
      await api.upload('x', {
        'x-service-outputs': 'extraction',
        'x-service-extraction': encodeURIComponent(extraction),
      }),
      await api.inject({
        method: 'POST',
        url: `/api/v1/uploads?${String(query)}`,
        headers: { 'idempotency-key': randomUUID(), 'content-type': 'application/octet-stream' },
        payload: 'x',
      }),
      await api.inject({
        method: 'POST',
        url: '/api/v1/parse?wait=0',
        headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
        payload: Buffer.from(await encoded.arrayBuffer()),
      }),
      await api.create(asked({ schemaId }, { operation: 'compare', providers: ['reader', 'other'] })),
    ]
    for (const answer of answers)
      assert.deepEqual((await jobOf(answer)).extraction, { schema, schemaId, schemaVersion: 1 })
    const batch = await api.inject({
      method: 'POST',
      url: '/api/v1/batches',
      headers: { 'idempotency-key': randomUUID() },
      payload: { jobs: [asked({ schemaId }), asked({ schemaId }), asked({ schema: later })] },
    })
    assert.equal(batch.statusCode, 202, batch.body)
    const schemas = []
    for (const { id } of batch.json().jobs) schemas.push((await api.job(id)).extraction?.schema)
    assert.deepEqual(schemas, [schema, schema, later])
  })

  it('is not changed by a later version, an archive, an erasure or a retry', async () => {
    const schemaId = await store(schema, 'kept')
    const key = { 'idempotency-key': randomUUID() }
    const job = await jobOf(await api.create(asked({ schemaId }), key))
    const expected = { schema, schemaId, schemaVersion: 1 }
    const isKept = async () => assert.deepEqual((await api.job(job.id)).extraction, expected)
    await store(later, 'kept')
    await isKept()
    // A replay is the same request, whatever the schema has become.
    assert.equal((await api.create(asked({ schemaId }), key)).statusCode, 200)
    await post(`/${schemaId}/archive`)
    assert.equal((await api.create(asked({ schemaId }), key)).statusCode, 200)
    await api.inject({ method: 'DELETE', url: `/api/v1/schemas/${schemaId}` })
    assert.equal((await api.create(asked({ schemaId }), key)).json().id, job.id)
    await api.fail(job.id, 'The server answered 503.')
    assert.equal((await api.inject({ method: 'POST', url: `/api/v1/jobs/${job.id}/retry` })).statusCode, 202)
    await isKept()
  })

  it('is told of its job: in the list, and where it has failed', async () => {
    const schemaId = await store()
    const { id } = await jobOf(await api.create(asked({ schemaId })))
    const reference = { id: schemaId, version: 1 }
    const listed = (await api.inject({ url: '/api/v1/jobs?limit=1' })).json()
    assert.deepEqual(listed.jobs[0].extractionSchema, reference)
    await api.fail(id, 'The server answered 503.')
    assert.deepEqual((await api.inject({ url: `/api/v1/jobs/${id}` })).json().extractionSchema, reference)
    const own = await jobOf(await api.create(asked({ schema })))
    await api.fail(own.id, 'The server answered 503.')
    assert.ok(!('extractionSchema' in (await api.inject({ url: `/api/v1/jobs/${own.id}` })).json()))
  })

  it('is refused where the schema is not there, archived, of another account, or given twice', async () => {
    const schemaId = await store()
    const refused = async (extraction: object) => refusedFields(await api.create(asked(extraction)))
    assert.deepEqual(await refused({ schemaId: randomUUID() }), ['extraction.schemaId'])
    assert.ok((await refused({ schemaId: 'invoice' })).includes('extraction.schemaId'))
    assert.deepEqual(await refused({ schemaId, schemaVersion: 2 }), ['extraction.schemaVersion'])
    assert.deepEqual(await refused({ schemaId: randomUUID(), schemaVersion: 2 }), ['extraction.schemaId'])
    assert.deepEqual(await refused({ schemaId, schema }), ['extraction.schemaId'])
    assert.deepEqual(await refused({ schema, schemaVersion: 1 }), ['extraction.schemaVersion'])
    assert.deepEqual(await refused({}), ['extraction.schema'])
    const stranger = await api.create(asked({ schemaId }), { authorization: `Bearer ${await api.otherKey()}` })
    assert.deepEqual(refusedFields(stranger), ['extraction.schemaId'])
    await post(`/${schemaId}/archive`)
    const archived = await api.create(asked({ schemaId }))
    assert.deepEqual(refusedFields(archived), ['extraction.schemaId'])
    assert.match(archived.body, /archived/)
    const upload = await api.upload('x', {
      'x-service-outputs': 'extraction',
      'x-service-extraction': encodeURIComponent(JSON.stringify({ schemaId })),
    })
    assert.deepEqual(refusedFields(upload), ['X-Service-Extraction.schemaId'])
    const batch = await api.inject({
      method: 'POST',
      url: '/api/v1/batches',
      headers: { 'idempotency-key': randomUUID() },
      payload: { jobs: [asked({ schema }), asked({ schemaId })] },
    })
    assert.deepEqual(refusedFields(batch), ['jobs.1.extraction.schemaId'])
  })

  it('with another version, or the schema itself, is another request under the same key', async () => {
    const schemaId = await store()
    const key = { 'idempotency-key': randomUUID() }
    const statuses = []
    for (const extraction of [{ schemaId }, { schemaId }, { schemaId, schemaVersion: 1 }, { schema }])
      statuses.push((await api.create(asked(extraction), key)).statusCode)
    assert.deepEqual(statuses, [202, 200, 409, 409])
  })
})

describe('A job with a stored schema', { timeout: 120_000 }, () => {
  const open = suiteService()

  it('is filled by it, and says so in its result, also of a comparison', async () => {
    const { url, key } = await open()
    const client = createClient({ url, apiKey: key })
    const { id } = await client.schemas.store({ name: 'order', schema })
    const html = '<p>Buyer: Acme Ltd.</p><p>Total: 1,200.50</p>'
    for (const asked of [{ operation: 'parse' }, { operation: 'compare', providers: ['auto'] }] as const) {
      const request = { ...asked, outputs: ['extraction'], extraction: { schemaId: id } } as const
      const created = await client.jobs.create(new Blob([html]), request, { filename: 'order.html' })
      const job = await client.jobs.wait(created.id)
      assert.ok(job.status === 'complete')
      assert.deepEqual(job.extractionSchema, { id, version: 1 })
      if ('outputs' in job.result && !Array.isArray(job.result.outputs))
        assert.deepEqual(job.result.outputs.extraction?.data, { total: 1200.5, buyer: 'Acme Ltd.' })
    }
  })
  it('has one that the client stores, reads, lists, archives and erases', async () => {
    const { url, key } = await open()
    const client = createClient({ url, apiKey: key })
    const first = await client.schemas.store({ name: 'order', schema, description: 'Of our buyers.' })
    const { id, version } = await client.schemas.store({ name: 'order', schema: later })
    assert.deepEqual([id, version], [first.id, 2])
    assert.deepEqual(await client.schemas.get(id, { version: 1 }), { ...first, latestVersion: 2 })
    assert.deepEqual((await client.schemas.get(id)).schema, later)
    for (let count = 0; count < 100; count += 1) await client.schemas.store({ name: `more ${count}`, schema })
    const names = (await Array.fromAsync(client.schemas.list())).map(({ name }) => name)
    assert.deepEqual([names.length, new Set(names).size, names.at(-1)], [101, 101, 'order'])
    assert.ok((await client.schemas.archive(id)).archivedAt !== undefined)
    const archived = await Array.fromAsync(client.schemas.list({ archived: true, name: 'order' }))
    assert.deepEqual(
      archived.map((each) => each.id),
      [id],
    )
    await client.schemas.erase(id)
    await client.schemas.erase(id)
    await assert.rejects(client.schemas.get(id), NotFoundError)
  })
})
