import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { JobList } from '@polyparse/contract'
import { Value } from '@polyparse/document/typebox/value'
import { openApiHarness, type ApiHarness } from '../support/api.ts'
import { assertProblem, refusedFields } from '../support/problems.ts'

describe('the jobs of an account', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  const list = async (query = ''): Promise<JobList> => {
    const answer = await api.inject({ url: `/api/v1/jobs${query}` })
    assert.equal(answer.statusCode, 200, answer.body)
    const body: unknown = answer.json()
    assert.ok(Value.Check(JobList, body))
    return body
  }

  it('are listed newest first, page by page', async () => {
    assert.deepEqual(await list(), { jobs: [] })
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.unshift((await api.create()).json().id)
    const pages: string[][] = []
    let page = await list('?limit=2')
    pages.push(page.jobs.map(({ id }) => id))
    while (page.nextCursor !== undefined) {
      page = await list(`?limit=2&cursor=${page.nextCursor}`)
      pages.push(page.jobs.map(({ id }) => id))
    }
    assert.deepEqual(pages, [ids.slice(0, 2), ids.slice(2, 4), ids.slice(4)])
  })

  it('are listed by status, with times', async () => {
    const { id } = (await api.create()).json()
    await api.fail(id, 'no')
    const { jobs } = await list('?status=failed')
    const time = api.clock().toISOString()
    assert.deepEqual(jobs, [{ id, status: 'failed', operation: 'parse', createdAt: time, completedAt: time }])
  })

  it('are not listed for another account', async () => {
    const headers = { authorization: `Bearer ${await api.otherKey()}` }
    const answer = await api.inject({ url: '/api/v1/jobs', headers })
    assert.deepEqual(answer.json(), { jobs: [] })
  })

  it('are refused for invalid parameters, naming each', async () => {
    for (const limit of ['0', '101', 'x', '1.5'])
      assert.deepEqual(refusedFields(await api.inject({ url: `/api/v1/jobs?limit=${limit}` })), ['limit'], limit)
    assert.deepEqual(refusedFields(await api.inject({ url: '/api/v1/jobs?status=done' })), ['status'])
    assert.deepEqual(refusedFields(await api.inject({ url: '/api/v1/jobs?cursor=x' })), ['cursor'])
  })

  it('are cancelled by DELETE while unfinished, and stay readable as failed', async () => {
    const { id } = (await api.upload()).json()
    const answer = await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${id}` })
    assert.equal(answer.statusCode, 204)
    assert.equal(answer.body, '')
    const read = await api.inject({ url: `/api/v1/jobs/${id}` })
    assert.deepEqual(read.json(), { id, status: 'failed', error: 'cancelled' })
    assert.deepEqual(await api.stored(), [])
  })

  it('are erased by DELETE once finished', async () => {
    const { id } = (await api.upload()).json()
    await api.complete(id)
    assert.equal((await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${id}` })).statusCode, 204)
    assertProblem(await api.inject({ url: `/api/v1/jobs/${id}` }), 'not_found')
    assertProblem(await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${id}` }), 'not_found')
    assert.deepEqual(await api.stored(), [])
  })

  it('cannot be deleted by another account', async () => {
    const { id } = (await api.create()).json()
    const headers = { authorization: `Bearer ${await api.otherKey()}` }
    assertProblem(await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${id}`, headers }), 'not_found')
    assertProblem(await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${randomUUID()}` }), 'not_found')
    assert.equal((await api.job(id)).status, 'queued')
  })

  it('are deleted even if the request has a body', async () => {
    const { id } = (await api.create()).json()
    const headers = { 'content-type': 'application/json' }
    const answer = await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${id}`, headers, payload: '{' })
    assert.equal(answer.statusCode, 204)
  })
})
