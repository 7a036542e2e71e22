import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { openApiHarness, parseUrl, type ApiHarness } from '../support/api.ts'
import { assertProblem } from '../support/problems.ts'

describe('jobs that are no longer wanted', () => {
  let api: ApiHarness
  before(async () => {
    api = await openApiHarness()
  })
  after(() => api.close())

  it('are cancelled while unfinished, as often as that is asked for, and stay readable as failed', async () => {
    const { id } = (await api.upload('Hello.', { 'x-service-metadata': '%7B%22a%22%3A%22b%22%7D' })).json()
    const expected = { id, status: 'failed', error: 'cancelled', errorCode: 'cancelled', metadata: { a: 'b' } }
    for (const request of [
      { method: 'POST', url: `/api/v1/jobs/${id}/cancel` },
      { method: 'POST', url: `/api/v1/jobs/${id}/cancel` },
      { method: 'GET', url: `/api/v1/jobs/${id}` },
    ] as const) {
      const answer = await api.inject(request)
      assert.equal(answer.statusCode, 200)
      assert.deepEqual(answer.json(), expected)
    }
    assert.deepEqual(await api.stored(), [])
  })

  it('lose nothing when they are cancelled too late', async () => {
    const { id } = (await api.upload()).json()
    await api.complete(id)
    const answer = await api.inject({ method: 'POST', url: `/api/v1/jobs/${id}/cancel` })
    assert.deepEqual(answer.json(), (await api.inject({ url: `/api/v1/jobs/${id}` })).json())
    assert.equal(answer.json().status, 'complete')
    assert.equal((await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${id}` })).statusCode, 204)
  })

  it('are erased by DELETE in any state, and their idempotency key is free again', async () => {
    const key = { 'idempotency-key': 'erased-and-free' }
    const { id } = (await api.upload('Hello.', key)).json()
    const answer = await api.inject({ method: 'DELETE', url: `/api/v1/jobs/${id}` })
    assert.equal(answer.statusCode, 204)
    assert.equal(answer.body, '')
    assertProblem(await api.inject({ url: `/api/v1/jobs/${id}` }), 'not_found')
    assertProblem(await api.inject({ method: 'POST', url: `/api/v1/jobs/${id}/cancel` }), 'not_found')
    assert.deepEqual(await api.stored(), [])
    assert.equal((await api.create(parseUrl(), key)).statusCode, 202)
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
