import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { BatchAccepted, type JobList, limits } from '@polyparse/contract'
import { Value } from '@polyparse/document/typebox/value'
import { completeBatches, purgeBatches } from '../../src/jobs/batches.ts'
import { keptSince } from '../../src/api/kept-since.ts'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { assertProblem, refusedFields } from '../support/problems.ts'

describe('batches', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const post = (payload: unknown, key = `batch-${randomUUID()}`) =>
    api.inject({
      method: 'POST',
      url: '/api/v1/batches',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      payload: JSON.stringify(payload),
    })
  const create = async (jobs: readonly unknown[], key?: string): Promise<BatchAccepted> => {
    const answer = await post({ jobs }, key)
    assert.equal(answer.statusCode, 202, answer.body)
    const body: unknown = answer.json()
    assert.ok(Value.Check(BatchAccepted, body))
    return body
  }
  const read = async (id: string) => (await api.inject({ url: `/api/v1/batches/${id}` })).json()
  const compare = { operation: 'compare', source: { url: 'https://example.com/b.pdf' }, outputs: ['markdown'] }
  const jobCount = async (): Promise<unknown> =>
    (await api.database.query<{ count: number }>('select count(*)::int as count from jobs'))[0]?.count

  it('create a job for each entry, in their order, under keys of their own, and say how far they are', async () => {
    const key = `batch-${randomUUID()}`
    const { id, jobs, total, counts } = await create([parseUrl(), compare, parseUrl()], key)
    assert.deepEqual(
      [total, counts, jobs.map(({ index, status }) => [index, status])],
      [3, { queued: 3, running: 0, complete: 0, failed: 0 }, [0, 1, 2].map((index) => [index, 'queued'])],
    )
    const rows = await api.database.query<{ idempotency_key: string }>(
      'select idempotency_key from jobs where batch_id = $1 order by batch_position',
      [id],
    )
    assert.deepEqual(
      rows.map(({ idempotency_key: own }) => own),
      [1, 2, 3].map((number) => `${key}/${number}`),
    )
    const [first, second, third] = jobs
    assert.ok(first !== undefined && second !== undefined && third !== undefined)
    await api.fail(first.id, 'no', 'source_unreachable')
    await api.complete(second.id)
    assert.deepEqual((await read(id)).counts, { queued: 1, running: 0, complete: 1, failed: 1 })
    assert.equal((await api.inject({ url: `/api/v1/jobs/${first.id}` })).json().batchId, id)
    const listed: JobList = (await api.inject({ url: `/api/v1/jobs?batch=${id}` })).json()
    assert.deepEqual(new Map(listed.jobs.map((job) => [job.id, job.batchId])), new Map(jobs.map((job) => [job.id, id])))
    await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${third.id}` })
    const { total: same, counts: left } = await read(id)
    assert.deepEqual([same, left], [3, { queued: 0, running: 0, complete: 1, failed: 1 }])
  })

  it('are complete once all of their jobs have ended, and go with the last of them', async () => {
    const { id, jobs } = await create([parseUrl(), parseUrl()])
    const [first, second] = jobs
    assert.ok(first !== undefined && second !== undefined)
    await api.fail(first.id, 'no', 'source_unreachable')
    await completeBatches(api.database, api.clock())
    assert.equal((await read(id)).completedAt, undefined)
    await api.complete(second.id)
    assert.equal((await completeBatches(api.database, api.clock())) > 0, true)
    assert.equal((await read(id)).completedAt, api.clock().toISOString())
    await purgeBatches(api.database, keptSince(api.parts))
    assert.equal((await read(id)).total, 2)
    for (const job of jobs) await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${job.id}` })
    await purgeBatches(api.database, keptSince(api.parts))
    assertProblem(await api.inject({ url: `/api/v1/batches/${id}` }), 'not_found')
  })

  it('are created once, whole or not at all', async () => {
    const key = `batch-${randomUUID()}`
    const body = { jobs: [parseUrl(), compare] }
    const [first, ...others] = await Promise.all(Array.from({ length: 4 }, () => post(body, key)))
    assert.ok(first !== undefined)
    assert.deepEqual(
      [first, ...others].map(({ statusCode }) => statusCode).filter((status) => status === 202).length,
      1,
    )
    assert.equal(new Set([first, ...others].map((answer) => JSON.stringify(answer.json().jobs))).size, 1)
    assertProblem(await post({ jobs: [compare] }, key), 'idempotency_conflict')

    const taken = `batch-${randomUUID()}`
    await api.create(parseUrl(), { 'idempotency-key': `${taken}/2` })
    const count = await jobCount()
    const refused = await post(body, taken)
    assertProblem(refused, 'idempotency_conflict')
    assert.match(refused.json().detail, new RegExp(`${taken}/2`))
    assert.equal(await jobCount(), count)
  })

  it('are the same with a fallback to the provider that was chosen', async () => {
    const [plain, falling] = [
      { jobs: [parseUrl(), compare] },
      { jobs: [parseUrl({ fallback: ['provider-a'] }), compare] },
    ]
    for (const [first, second] of [
      [plain, falling],
      [falling, plain],
    ]) {
      const key = `batch-${randomUUID()}`
      const { id } = (await post(first, key)).json()
      for (const body of [first, second]) {
        const again = await post(body, key)
        assert.deepEqual([again.statusCode, again.json().id], [200, id])
      }
      assertProblem(
        await post({ jobs: [parseUrl({ fallback: ['provider-b'] }), compare] }, key),
        'idempotency_conflict',
      )
    }
  })

  it('name every mistake with the index of its entry', async () => {
    const count = await jobCount()
    const at = async (payload: unknown, key?: string) => refusedFields(await post(payload, key))
    assert.deepEqual(await at({ jobs: [] }), ['jobs'])
    assert.deepEqual(await at({ jobs: [parseUrl()], more: 1 }), ['more'])
    assert.deepEqual(await at({ jobs: [parseUrl()] }, 'x'.repeat(251)), ['Idempotency-Key'])
    assert.deepEqual(await at({ jobs: Array.from({ length: limits.batchJobs + 1 }, () => parseUrl()) }), ['jobs'])
    assert.deepEqual(await at({ jobs: [parseUrl(), { ...parseUrl(), outputs: ['speech'] }, { operation: 'parse' }] }), [
      'jobs.1.outputs',
      'jobs.2.source',
      'jobs.2.outputs',
    ])
    assert.deepEqual(await at({ jobs: [parseUrl(), { ...compare, providers: ['nobody'] }], webhook: { url: 'x' } }), [
      'webhook.url',
    ])
    assert.deepEqual(
      await at({
        jobs: [
          parseUrl(),
          { ...compare, providers: ['nobody'] },
          parseUrl({ source: { url: 'http://127.0.0.1/a.pdf' } }),
        ],
      }),
      ['jobs.1.providers', 'jobs.2.source.url'],
    )
    assert.equal(await jobCount(), count)
  })

  it('belong to their account', async () => {
    const { id } = await create([parseUrl()])
    const authorization = `Bearer ${await api.otherKey()}`
    for (const url of [`/api/v1/batches/${id}`, `/api/v1/batches/${randomUUID()}`, '/api/v1/batches/1'])
      assertProblem(await api.inject({ url, headers: { authorization } }), 'not_found')
    const listed = await api.inject({ url: `/api/v1/jobs?batch=${id}`, headers: { authorization } })
    assert.deepEqual(listed.json(), { jobs: [] })
  })

  it('of a thousand jobs are taken, unless more would wait than may', async () => {
    const many = { jobs: Array.from({ length: limits.batchJobs }, () => parseUrl()) }
    const refused = await post(many)
    assertProblem(refused, 'rate_limited')
    assert.match(refused.json().detail, /With these 1000 jobs/)
    await api.database.query('delete from runs')
    await new Promise((resolve) => setTimeout(resolve, 1000))
    const { jobs, counts } = await create(many.jobs)
    assert.deepEqual([jobs.length, counts.queued], [1000, 1000])
  })
})
