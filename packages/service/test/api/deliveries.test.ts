import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { DeliveryReports } from '@polyparse/contract'
import { Check } from '@polyparse/document/typebox/value'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { assertProblem, refusedFields } from '../support/problems.ts'

const url = 'https://bucket.example.com/1.json?X-Amz-Signature=secret'

describe('deliver', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const request = (deliver: unknown, more: object = {}) => ({
    operation: 'parse',
    source: { url: 'https://example.com/a.pdf' },
    outputs: ['markdown'],
    deliver,
    ...more,
  })
  const read = (id: string, headers: Record<string, string> = {}) =>
    api.inject({ method: 'GET', url: `/api/v1/jobs/${id}/deliveries`, headers })
  const stored = async (id: string) => {
    const [row] = await api.database.query<{ deliver: object }>('select deliver from jobs where id = $1', [id])
    return row?.deliver
  }

  it('is taken from JSON, a header, a query and a form, and is in no answer and no log', async () => {
    const deliver = JSON.stringify({ url, outputs: { markdown: url } })
    const encoded = encodeURIComponent(deliver)
    const key = () => ({ 'idempotency-key': randomUUID() })
    const upload = { 'x-service-filename': 'a.txt', 'x-service-operation': 'parse', 'x-service-outputs': 'markdown' }
    const form = new FormData()
    form.append('file', new Blob(['Hello.']), 'a.txt')
    form.append('deliver', deliver)
    const { headers: type, body } = new Request('http://x', { method: 'POST', body: form }) // for its boundary
    const payload = Buffer.from(await new Response(body).arrayBuffer())
    const query = `filename=a.txt&operation=parse&outputs=markdown&deliver=${encoded}`
    for (const answer of [
      await api.create(request(JSON.parse(deliver))),
      await api.inject({
        method: 'POST',
        url: '/api/v1/jobs',
        headers: { ...key(), ...upload, 'x-service-deliver': encoded, 'content-type': 'text/plain' },
        payload: 'Hello.',
      }),
      await api.inject({ method: 'POST', url: `/api/v1/uploads?${query}`, headers: key(), payload: 'Hello.' }),
      await api.inject({
        method: 'POST',
        url: '/api/v1/parse?wait=0',
        headers: { 'content-type': type.get('content-type') ?? '' },
        payload,
      }),
    ]) {
      assert.equal(answer.statusCode, 202, answer.body)
      assert.deepEqual(await stored(answer.json().id), { job: url, markdown: url })
      assert.ok(!answer.body.includes('Signature'))
    }
    assert.ok(!api.logged.some((line) => line.includes('Signature')))
  })

  it('is refused where it cannot be meant, by the name of the field', async () => {
    for (const [deliver, field, more] of [
      [{}, 'deliver', {}],
      [{ url, extra: 1 }, 'deliver.extra', {}],
      [{ url: 'ftp://example.com/a' }, 'deliver.url', {}],
      [{ url: 'http://127.0.0.1/a' }, 'deliver.url', {}],
      [{ url: 'http://169.254.169.254/a' }, 'deliver.url', {}],
      [{ url: 'http://user:pass@example.com/a' }, 'deliver.url', {}],
      [{ url: `https://example.com/${'a'.repeat(9000)}` }, 'deliver.url', {}],
      [{ outputs: {} }, 'deliver.outputs', {}],
      [{ outputs: { text: url } }, 'deliver.outputs.text', {}],
      [{ outputs: { job: url } }, 'deliver.outputs.job', {}],
      [{ outputs: { markdown: 'http://10.0.0.1/a' } }, 'deliver.outputs.markdown', {}],
      [{ outputs: { markdown: url } }, 'deliver.outputs', { operation: 'compare' }],
    ] as const)
      assert.deepEqual(refusedFields(await api.create(request(deliver, more))), [field], JSON.stringify(deliver))
  })

  it('is part of the request: the same key with another address is a conflict', async () => {
    const headers = { 'idempotency-key': randomUUID() }
    const { id } = (await api.create(request({ url }), headers)).json()
    assert.equal((await api.create(request({ url }), headers)).json().id, id)
    assertProblem(await api.create(request({ url: `${url}2` }), headers), 'idempotency_conflict')
  })

  it('is told how it goes, to the account of the job alone, until the job is erased', async () => {
    const { id } = (await api.create(request({ url, outputs: { markdown: url } }))).json()
    assert.deepEqual((await read(id)).json(), { deliveries: [] })
    await api.complete(id, JSON.stringify({ id, status: 'complete', result: { outputs: { markdown: 'Hello' } } }))
    await api.database.query(
      `update result_deliveries set attempts = 1, delivered_at = now(), next_attempt_at = null
       where job_id = $1 and target = 'job'`,
      [id],
    )
    const answer = await read(id)
    const reports: unknown = answer.json()
    assert.ok(Check(DeliveryReports, reports))
    assert.deepEqual(
      reports.deliveries.map(({ output, status, attempts }) => [output, status, attempts]),
      [
        [undefined, 'delivered', 1],
        ['markdown', 'due', 0],
      ],
    )
    assert.ok(!answer.body.includes('Signature'))
    assertProblem(await read(id, { authorization: `Bearer ${await api.otherKey()}` }), 'not_found')
    assertProblem(await read(randomUUID()), 'not_found')
    await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${id}` })
    assertProblem(await read(id), 'not_found')
    assert.deepEqual(await api.database.query('select 1 from result_deliveries where job_id = $1', [id]), [])
  })

  it('is kept of a failed job only where that can be retried', async () => {
    const { id } = (await api.create(request({ url }))).json()
    await api.inject({ method: 'POST', url: `/api/v1/jobs/${id}/cancel` })
    assert.deepEqual(await stored(id), { job: url })
    assert.deepEqual((await read(id)).json(), { deliveries: [] })
    assert.equal((await api.inject({ method: 'POST', url: `/api/v1/jobs/${id}/retry` })).statusCode, 202)
    await api.complete(id, JSON.stringify({ id, status: 'complete', result: { outputs: { markdown: 'Hello' } } }))
    assert.equal((await read(id)).json().deliveries[0].status, 'due')
  })
})
