import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AdminJobDetail } from '@polyparse/contract/admin'
import { Check } from '@polyparse/document/typebox/value'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'
import { createAdminApp } from './admin-app.ts'

const adminToken = 'the-admin-token-of-this-test'
let harness: WorkerHarness
let app: ReturnType<typeof createAdminApp>
before(async () => {
  harness = await openWorkerHarness([testProvider('provider-a', async () => documentOf('Hello.'))])
  app = createAdminApp({ ...harness.parts, adminToken })
})
after(async () => {
  await app.close()
  await harness.close()
})

const ask = async (method: 'GET' | 'POST', url: string) => {
  const headers = { authorization: `Bearer ${adminToken}` }
  const response = await app.inject({ method, url: `/api/admin${url}`, headers })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

const ids = async (query: string) => {
  const { body } = await ask('GET', `/jobs${query}`)
  assert.ok(Array.isArray(body['jobs']))
  return body['jobs'].map(({ id }) => id)
}

test('the operator sees the jobs of all accounts, by status, newest first', async () => {
  const first = await harness.upload()
  const second = await harness.upload()
  await harness.deliverAll()
  const third = await harness.upload()
  assert.deepEqual((await ids('')).slice(0, 3), [third.id, second.id, first.id])
  assert.deepEqual(await ids('?status=queued'), [third.id])
  assert.deepEqual(await ids('?status=complete&limit=1'), [second.id])
})

test('a job is shown with its account, its source and its runs', async () => {
  const { id } = await harness.upload()
  await harness.deliverAll()
  const { status, body } = await ask('GET', `/jobs/${id}`)
  assert.equal(status, 200)
  assert.ok(Check(AdminJobDetail, body))
  const [account] = await harness.database.query<{ name: string }>('select name from accounts where id = $1', [
    harness.accountId,
  ])
  assert.equal(body.account, account?.name)
  assert.equal(body.source, 'a.txt')
  assert.equal(body.status, 'complete')
  assert.deepEqual(
    body.runs.map(({ provider, status, attempt, error }) => ({ provider, status, attempt, error })),
    [{ provider: 'provider-a', status: 'parsed', attempt: 1, error: null }],
  )
})

test('an unfinished job is cancelled once, with its source', async () => {
  const { id } = await harness.upload()
  assert.deepEqual((await ask('POST', `/jobs/${id}/cancel`)).body, { id, cancelled: true })
  assert.deepEqual((await ask('POST', `/jobs/${id}/cancel`)).body, { id, cancelled: false })
  const { job } = await harness.read(id)
  assert.equal(job.status, 'failed')
  assert.equal(job.error, 'cancelled')
  assert.equal((await harness.stored()).filter((path) => path.includes(id)).length, 0)
})
