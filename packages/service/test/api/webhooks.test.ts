import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { loopbackPolicy } from '../lib/loopback.ts'
import { assertProblem, refusedFields } from '../support/problems.ts'

const url = 'https://example.com/hooks/documents?token=abc%20d'

describe('the webhook of a job', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const webhookOf = async (id: string): Promise<unknown> => {
    const [row] = await api.database.query<{ webhook_url: string | null }>(
      'select webhook_url from jobs where id = $1',
      [id],
    )
    return row?.webhook_url
  }
  const deliveries = async (id: string): Promise<number> =>
    (await api.database.query('select 1 from webhook_deliveries where job_id = $1', [id])).length

  it('is taken unchanged from the body or the header', async () => {
    const created = await api.create(parseUrl({ webhook: { url } }))
    assert.equal(created.statusCode, 202, created.body)
    assert.equal(await webhookOf(created.json().id), url)
    const uploaded = await api.upload('Hello.', { 'x-service-webhook': url })
    assert.equal(uploaded.statusCode, 202, uploaded.body)
    assert.equal(await webhookOf(uploaded.json().id), url)
    assert.equal(await webhookOf((await api.create()).json().id), null)
  })

  it('is the same in a header as in a body, even with non-ASCII characters', async () => {
    const foreign = 'https://example.com/häkchen/✓'
    const created = await api.create(parseUrl({ webhook: { url: foreign } }))
    const uploaded = await api.upload('Hello.', { 'x-service-webhook': Buffer.from(foreign).toString('latin1') })
    for (const answer of [created, uploaded]) assert.equal(await webhookOf(answer.json().id), foreign)
  })

  it('is refused if it is not a URL that may be sent to', async () => {
    const wrong = ['', 'example.com', 'ftp://example.com/', 'https://user:secret@example.com/', '/hook']
    const refused = ['http://127.0.0.1/', 'http://localhost:9/', 'http://169.254.169.254/', 'http://[::1]/']
    for (const each of [...wrong, ...refused]) {
      assert.deepEqual(refusedFields(await api.create(parseUrl({ webhook: { url: each } }))), ['webhook.url'], each)
      const uploaded = await api.upload('Hello.', { 'x-service-webhook': each })
      assert.deepEqual(refusedFields(uploaded), ['X-Service-Webhook'], each)
    }
    for (const webhook of [url, [], null, {}, { url, secret: 'x' }, { url: `${url}${'x'.repeat(8192)}` }])
      for (const field of refusedFields(await api.create(parseUrl({ webhook })))) assert.match(field, /^webhook/)
    assert.deepEqual(await api.database.query('select 1 from jobs where webhook_url not like $1', ['https://%']), [])
  })

  it('may be private if private addresses are allowed', async () => {
    const allowing = await openApiHarness({ settings: { addressPolicy: loopbackPolicy } })
    const created = await allowing.create(parseUrl({ webhook: { url: 'http://127.0.0.1:9/hook' } }))
    assert.equal(created.statusCode, 202)
    await allowing.close()
  })

  it('is part of what makes a request the same request', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const first = await api.create(parseUrl({ webhook: { url } }), headers)
    const replay = await api.create(parseUrl({ webhook: { url } }), headers)
    assert.deepEqual([replay.statusCode, replay.json().id], [200, first.json().id])
    assertProblem(await api.create(parseUrl(), headers), 'idempotency_conflict')
    assertProblem(await api.create(parseUrl({ webhook: { url: `${url}2` } }), headers), 'idempotency_conflict')
  })

  it('is due once the job has ended, and a replay does not make it due again', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const create = () => api.create(parseUrl({ webhook: { url } }), headers)
    const { id } = (await create()).json()
    assert.equal(await deliveries(id), 0)
    await api.fail(id, 'no')
    assert.equal(await deliveries(id), 1)
    assert.deepEqual((await create()).json(), { id, status: 'failed' })
    await api.fail(id, 'no')
    assert.equal(await deliveries(id), 1)
    assert.equal((await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${id}` })).statusCode, 204)
    assert.equal(await deliveries(id), 0)
  })

  it('appears in no answer and in no line of the log', async () => {
    const { id } = (await api.create(parseUrl({ webhook: { url } }))).json()
    await api.complete(id)
    const answers = [`/api/v1/jobs/${id}`, '/api/v1/jobs', `/api/v1/jobs/${id}/events`]
    for (const each of answers) assert.ok(!(await api.inject({ url: each })).body.includes('hooks/documents'), each)
    assert.ok(api.logged.length > 0)
    assert.deepEqual(
      api.logged.filter((line) => line.includes('hooks/documents')),
      [],
    )
  })
})
