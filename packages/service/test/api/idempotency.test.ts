import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createApi } from '../../src/api/app.ts'
import { StorageFullError } from '../../src/blobs/blob-store.ts'
import { openApiHarness, parseUrl, testCatalog, uploadHeaders, type ApiHarness } from '../support/api.ts'
import { assertProblem, refusedFields } from '../support/problems.ts'

describe('Idempotency-Key', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  it('is required, 8 to 255 characters after trimming spaces and tabs', async () => {
    for (const key of ['', '       ', 'x'.repeat(7), `  ${'y'.repeat(7)}\t`, 'x'.repeat(256)])
      assert.deepEqual(refusedFields(await api.create(parseUrl(), { 'idempotency-key': key })), ['Idempotency-Key'])
    const taken: [key: string, status: number][] = [
      ['x'.repeat(8), 202],
      ['x'.repeat(255), 202],
      [`\t ${'x'.repeat(8)} \t`, 200],
    ]
    for (const [key, status] of taken)
      assert.equal((await api.create(parseUrl(), { 'idempotency-key': key })).statusCode, status)
  })

  it('is UTF-8, and counted in characters', async () => {
    const sent = (key: string) => Buffer.from(key).toString('latin1')
    const create = (key: string) => api.create(parseUrl(), { 'idempotency-key': sent(key) })
    const { id } = (await create('ü'.repeat(200))).json()
    const [row] = await api.database.query('select idempotency_key from jobs where id = $1', [id])
    assert.deepEqual(row, { idempotency_key: 'ü'.repeat(200) })
    assert.equal(
      (await create(` \u2003${'ü'.repeat(200)}\u00a0`)).json().id,
      id,
      'white space around it is not part of it',
    )
    for (const key of ['ü'.repeat(7), 'ü'.repeat(256), '🚢'.repeat(7)])
      assert.deepEqual(refusedFields(await create(key)), ['Idempotency-Key'])
    assert.equal((await create('🚢'.repeat(255))).statusCode, 202)
  })

  it('is named when it is missing', async () => {
    const headers = { 'content-type': 'application/json' }
    const answer = await api.inject({ method: 'POST', url: '/api/v1/jobs', headers, payload: parseUrl() })
    assert.deepEqual(refusedFields(answer), ['Idempotency-Key'])
  })

  it('gives the original job with 200 when the same request is repeated, however it is written', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await api.create(parseUrl({ outputs: ['text', 'markdown'], pages: [2, 1] }), headers)
    const again = `{ "pages": [1, 2, 2],\n"includeRaw": false, "outputs": ["markdown", "text"], "providerOptions": {},
      "source": {"url": "https://example.com/a.pdf"}, "operation": "parse" }`
    const second = await api.create(again, headers)
    assert.equal(second.statusCode, 200)
    assert.deepEqual(second.json(), first.json())
    assert.equal(second.headers.location, first.headers.location)
  })

  it('is a conflict with any other parameter, and the job stays as it is', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const { id } = (await api.create(parseUrl(), headers)).json()
    const others = [
      { operation: 'compare' },
      { outputs: ['text'] },
      { pages: [1] },
      { provider: 'provider-a' },
      { includeRaw: true },
      { providerOptions: { 'provider-a': {} } },
      { source: { url: 'https://example.com/b.pdf' } },
    ]
    for (const other of others) assertProblem(await api.create(parseUrl(other), headers), 'idempotency_conflict')
    assertProblem(await api.upload('Hello.', headers), 'idempotency_conflict')
    assert.deepEqual((await api.job(id)).outputs, ['markdown'])
  })

  it('of an upload covers name, type and bytes; a replay or conflict leaves nothing in storage', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await api.upload('Hello.', headers)
    const stored = await api.stored()
    const replay = await api.upload('Hello.', headers)
    assert.equal(replay.statusCode, 200)
    assert.equal(replay.json().id, first.json().id)
    assertProblem(await api.upload('Hello!', headers), 'idempotency_conflict')
    assertProblem(await api.upload('Hello.', { ...headers, 'x-service-filename': 'b.txt' }), 'idempotency_conflict')
    assertProblem(await api.upload('Hello.', { ...headers, 'content-type': 'text/html' }), 'idempotency_conflict')
    assert.deepEqual(await api.stored(), stored)
  })

  it('of an upload takes a declared application/octet-stream for no declaration', async () => {
    const headers = { 'idempotency-key': randomUUID(), 'x-service-filename': 'a.pdf' }
    const { id } = (await api.upload('Hello.', { ...headers, 'content-type': 'application/octet-stream' })).json()
    assert.equal((await api.upload('Hello.', { ...headers, 'content-type': 'application/pdf' })).json().id, id)
    assert.equal((await api.upload('Hello.', { ...headers, 'content-type': null })).json().id, id)
  })

  it('belongs to the account', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await api.create(parseUrl(), headers)
    const other = await api.create(parseUrl({ outputs: ['text'] }), {
      ...headers,
      authorization: `Bearer ${await api.otherKey()}`,
    })
    assert.equal(other.statusCode, 202)
  })

  it('is not used up by a refused request', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await api.create(parseUrl({ outputs: [] }), headers)
    await api.create(parseUrl({ provider: 'nobody' }), headers)
    assert.equal((await api.create(parseUrl(), headers)).statusCode, 202)
  })

  it('is free again once its job is erased', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const { id } = (await api.create(parseUrl(), headers)).json()
    await api.fail(id, 'no')
    await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${id}` })
    assert.equal((await api.create(parseUrl({ outputs: ['text'] }), headers)).statusCode, 202)
  })

  it('lets exactly one of many simultaneous requests create the job', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const same = Array.from({ length: 8 }, () => api.upload('Hello.', headers))
    const different = Array.from({ length: 4 }, () => api.upload('Other.', headers))
    const answers = await Promise.all([...same, ...different])
    const statuses = answers.map(({ statusCode }) => statusCode)
    assert.equal(statuses.filter((status) => status === 202).length, 1)
    const created = answers.find(({ statusCode }) => statusCode === 202)?.json()
    for (const answer of answers)
      if (answer.statusCode === 200) assert.equal(answer.json().id, created?.id)
      else if (answer.statusCode !== 202) assertProblem(answer, 'idempotency_conflict')
    const { source } = await api.job(created?.id)
    const ofThisKey = await api.database.query<{ id: string }>('select id from jobs where idempotency_key = $1', [
      headers['idempotency-key'],
    ])
    assert.equal(ofThisKey.length, 1)
    const owned = await api.database.query<{ source_path: string }>(
      'select source_path from jobs where source_path is not null',
    )
    assert.ok(source.path !== null)
    assert.deepEqual((await api.stored()).toSorted(), owned.map((row) => row.source_path).toSorted())
  })

  it('replays a job whatever has changed in the configuration since', async () => {
    const headers = {
      'idempotency-key': randomUUID(),
      authorization: `Bearer ${api.key}`,
      'content-type': 'application/json',
    }
    const body = parseUrl({ source: { url: 'https://example.com/then.pdf' } })
    const first = await api.create(body, headers)
    const changed = createApi({
      ...api.parts,
      catalog: testCatalog('provider-b'),
      settings: { ...api.parts.settings, minFreeBytes: Number.MAX_SAFE_INTEGER },
    })
    const again = await changed.inject({ method: 'POST', url: '/api/v1/jobs', headers, payload: body })
    await changed.close()
    assert.equal(again.statusCode, 200)
    assert.equal(again.json().id, first.json().id)
  })

  it('takes a fallback to the provider that was chosen for the job for none, whatever is the default now', async () => {
    const bodies = [parseUrl(), parseUrl({ fallback: ['provider-a'] })]
    const otherwise = createApi({ ...api.parts, catalog: testCatalog('provider-b') })
    for (const first of bodies) {
      const headers = { 'idempotency-key': randomUUID(), authorization: `Bearer ${api.key}` }
      const send = (app: typeof otherwise, payload: object) =>
        app.inject({ method: 'POST', url: '/api/v1/jobs', headers, payload })
      const { id } = (await send(api.app, first)).json()
      for (const app of [api.app, otherwise]) {
        for (const body of bodies) {
          const again = await send(app, body)
          assert.equal(again.statusCode, 200, again.body)
          assert.equal(again.json().id, id)
        }
        for (const fallback of [['provider-b'], ['provider-a', 'provider-b']])
          assertProblem(await send(app, parseUrl({ fallback })), 'idempotency_conflict')
      }
    }
    await otherwise.close()
  })

  it('is checked after the body: a malformed replay is a validation error', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    await api.create(parseUrl(), headers)
    assert.deepEqual(refusedFields(await api.create(parseUrl({ outputs: [] }), headers)), ['outputs'])
  })

  it('is not used up, and nothing is stored, when storage is full', async () => {
    const { blobs } = api.parts
    const full = createApi({
      ...api.parts,
      blobs: {
        ...blobs,
        write: async () => {
          throw new StorageFullError('no space')
        },
      },
    })
    const headers = uploadHeaders(api.key)
    assertProblem(
      await full.inject({ method: 'POST', url: '/api/v1/jobs', headers, payload: 'x' }),
      'service_unavailable',
    )
    await full.close()
    assert.equal((await api.upload('x', headers)).statusCode, 202)
  })
})
