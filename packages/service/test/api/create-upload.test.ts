import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { assertProblem, refusedFields } from '../support/problems.ts'

describe('POST /api/v1/uploads', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const upload = (query: [name: string, value: string][], { key = randomUUID(), payload = 'Hello.' } = {}) =>
    api.inject({
      method: 'POST',
      url: `/api/v1/uploads?${new URLSearchParams(query).toString()}`,
      headers: { 'idempotency-key': key, 'content-type': 'application/octet-stream' },
      payload,
    })
  const required: [name: string, value: string][] = [
    ['filename', 'über 1.txt'],
    ['operation', 'parse'],
    ['outputs', 'markdown'],
  ]

  it('takes the parameters of a job from the query, with a parameter for each entry of a list', async () => {
    const answer = await upload([
      ...required,
      ['outputs', 'text'],
      ['pages', '3'],
      ['pages', '1'],
      ['provider', 'provider-a'],
      ['includeRaw', 'true'],
      ['metadata', '{"invoice":"4711"}'],
    ])
    assert.equal(answer.statusCode, 202, answer.body)
    const job = await api.job(answer.json().id)
    assert.equal(answer.headers.location, `/api/v1/jobs/${job.id}`)
    assert.deepEqual([job.outputs, job.pages, job.includeRaw], [['markdown', 'text'], [1, 3], true])
    assert.deepEqual([job.source.filename, job.metadata], ['über 1.txt', { invoice: '4711' }])
  })

  it('is the same request as an upload with headers', async () => {
    const key = randomUUID()
    const { id } = (await upload(required, { key })).json()
    const headers = {
      'idempotency-key': key,
      'content-type': 'application/octet-stream',
      'x-service-filename': encodeURIComponent('über 1.txt'),
    }
    const again = await api.upload('Hello.', headers)
    assert.deepEqual([again.statusCode, again.json().id], [200, id])
    assertProblem(await upload(required, { key, payload: 'Other.' }), 'idempotency_conflict')
  })

  it('names everything that is wrong', async () => {
    assert.deepEqual(refusedFields(await upload([])), ['filename', 'operation', 'outputs'])
    const wrong: [name: string, value: string][] = [
      ['pages', 'x'],
      ['includeRaw', 'yes'],
      ['providers', Array.from({ length: 101 }, (_, index) => `p${index}`).join(',')],
      ['providerOptions', '{'],
      ['metadata', '{"a":1}'],
      ['wait', '1'],
    ]
    for (const [name, value] of wrong)
      assert.deepEqual(refusedFields(await upload([...required, [name, value]])), [
        name === 'metadata' ? 'metadata' : name,
      ])
    assert.deepEqual(refusedFields(await upload([...required, ['operation', 'compare']])), ['operation'])
    assert.deepEqual(refusedFields(await upload(required, { payload: '' })), ['body'])
  })
})
