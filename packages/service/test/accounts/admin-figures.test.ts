import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AdminFigures } from '@polyparse/contract/admin'
import { Check } from '@polyparse/document/typebox/value'
import { createCatalog } from '@polyparse/providers/port'
import { ProviderFailure } from '@polyparse/providers/port'
import { queueReader } from '../../src/service/queue-figures.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'
import { createAdminApp } from './admin-app.ts'

const adminToken = 'the-admin-token-of-this-test'
const good = testProvider('provider-a', async () => documentOf('Hello.'))
const bad = testProvider('provider-b', async () => {
  throw new ProviderFailure('document_damaged', 'It is broken.')
})
let harness: WorkerHarness
let app: ReturnType<typeof createAdminApp>
before(async () => {
  harness = await openWorkerHarness([good, bad])
  const { parts } = harness
  const catalog = createCatalog([good, bad], 'provider-a')
  app = createAdminApp({ ...parts, catalog, adminToken, readQueue: queueReader(parts.database) })
})
after(async () => {
  await app.close()
  await harness.close()
})

const read = (token: string) =>
  app.inject({ method: 'GET', url: '/api/admin/figures', headers: { authorization: `Bearer ${token}` } })

test('the operator sees what is waiting, and what each provider did in the last day', async () => {
  await harness.upload({ provider: 'provider-a' })
  await harness.upload({ provider: 'provider-b' })
  await harness.deliverAll()
  await harness.upload({ provider: 'provider-a' })

  const figures: unknown = (await read(adminToken)).json()
  assert.ok(Check(AdminFigures, figures))
  assert.equal(figures.queue?.queued, 1)
  assert.deepEqual(figures.queue?.waiting, { 'provider-a': 1 })
  assert.equal(figures.hours.length, 24)
  assert.deepEqual([figures.hours.at(-1)?.complete, figures.hours.at(-1)?.failed], [1, 1])
  const [one, other] = figures.providers
  assert.deepEqual([one?.parsed, one?.failed, one?.lastFailure], [1, 0, null])
  assert.ok(one?.medianSeconds !== null)
  assert.deepEqual([other?.parsed, other?.failed, other?.lastFailure?.code], [0, 1, 'document_damaged'])
})

test('without the admin token nothing is shown', async () => {
  assert.equal((await read('another')).statusCode, 401)
})
