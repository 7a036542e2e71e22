import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { completeBatches, purgeBatches } from '../../src/jobs/batches.ts'
import { recordExpired, recordsBefore } from '../../src/jobs/record-retention.ts'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { assertProblem } from '../support/problems.ts'

const day = 24 * 3600
const retention = { resultSeconds: 7 * day, jobSeconds: 30 * day }

describe('between the time when records are due to go and their deletion', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const body = { jobs: [parseUrl(), parseUrl()] }
  const post = (key: string, more: object = {}) =>
    api.inject({
      method: 'POST',
      url: '/api/v1/batches',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      payload: JSON.stringify({ ...body, ...more }),
    })
  const create = async (key: string, more: object = {}): Promise<{ id: string; first: string; second: string }> => {
    const answer = await post(key, more)
    assert.equal(answer.statusCode, 202, answer.body)
    const { id, jobs } = answer.json()
    return { id, first: jobs[0].id, second: jobs[1].id }
  }
  const read = (id: string) => api.inject({ url: `/api/v1/batches/${id}` })
  const endedBatch = async (key: string) => {
    const batch = await create(key)
    for (const id of [batch.first, batch.second]) await api.complete(id)
    await completeBatches(api.database, api.clock())
    return batch
  }

  it('a batch neither counts nor lists the jobs that count as gone', async () => {
    const key = randomUUID()
    const { id, first, second } = await create(key)
    await api.complete(first)
    api.clock.advance(29 * day)
    await api.complete(second)
    await completeBatches(api.database, api.clock())
    api.clock.advance(day)
    const { total, counts } = (await read(id)).json()
    assert.deepEqual([total, counts], [2, { queued: 0, running: 0, complete: 1, failed: 0 }])
    const replay = await post(key)
    assert.equal(replay.statusCode, 200)
    assert.deepEqual(replay.json().jobs, [{ index: 1, id: second, status: 'complete' }])
    assert.deepEqual(replay.json().counts, counts)
  })

  it('a batch of which no job is left is gone, and its key and theirs are free', async () => {
    const key = randomUUID()
    const { id } = await endedBatch(key)
    const count = await api.countJobs()
    api.clock.advance(30 * day - 1)
    assert.equal((await read(id)).statusCode, 200)
    api.clock.advance(1)
    assertProblem(await read(id), 'not_found')
    assert.equal(await api.countJobs(), count)
    const again = await create(key)
    assert.notEqual(again.id, id)
    assert.equal((await post(key)).json().id, again.id)
  })

  it('a batch whose jobs have all been erased is gone, and its key is free', async () => {
    const key = randomUUID()
    const { id, first, second } = await endedBatch(key)
    for (const job of [first, second]) await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${job}` })
    assertProblem(await read(id), 'not_found')
    assert.notEqual((await create(key)).id, id)
  })

  it('the key of a job is free for a job of a batch', async () => {
    const key = randomUUID()
    const single = (await api.create(parseUrl(), { 'idempotency-key': `${key}/2` })).json().id
    await api.complete(single)
    assertProblem(await post(key), 'idempotency_conflict')
    api.clock.advance(30 * day)
    assert.notEqual((await create(key)).second, single)
  })

  it('a job does not say which others have read its bytes', async () => {
    const old = (await api.upload('The same bytes.')).json().id
    await api.complete(old)
    api.clock.advance(30 * day)
    const young = (await api.upload('The same bytes.')).json().id
    const sameAs = async (id: string) =>
      (await api.inject({ url: `/api/v1/jobs?same_source_as=${id}` })).json().jobs.map((job: { id: string }) => job.id)
    assert.deepEqual(await sameAs(young), [young])
    assert.deepEqual(await sameAs(old), [])
  })

  it('the record of a job waits for the webhook of its batch, also for one that is not complete yet', async () => {
    const { id, first, second } = await create(randomUUID(), { webhook: { url: 'https://example.com/hook' } })
    const isOver = async () => recordExpired(api.database, await api.job(first), recordsBefore(api.clock(), retention))
    await api.complete(first)
    api.clock.advance(30 * day)
    assert.equal(await isOver(), false)
    await api.complete(second)
    await completeBatches(api.database, api.clock())
    assert.deepEqual((await read(id)).json().counts.complete, 2)
    assert.equal(await isOver(), false)
    await api.database.query('update batches set next_attempt_at = null, webhook_url = null where id = $1', [id])
    assert.equal(await isOver(), true)
    assert.deepEqual((await read(id)).json().counts.complete, 1)
  })

  it('the record of a batch is deleted once no job of it is left', async () => {
    const { id } = await endedBatch(randomUUID())
    const isStored = async () => (await api.database.query('select 1 from batches where id = $1', [id])).length > 0
    await purgeBatches(api.database, recordsBefore(api.clock(), retention))
    assert.equal(await isStored(), true)
    api.clock.advance(30 * day)
    await purgeBatches(api.database, recordsBefore(api.clock(), retention))
    assert.equal(await isStored(), false)
  })
})
