import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { AdminJobDetail, AdminJobList, AdminSpending, CheckedProviders } from '@polyparse/contract/admin'
import { Check } from '@polyparse/document/typebox/value'
import { createSession } from '../../src/accounts/sessions.ts'
import { createBackUp } from '../../src/backup/back-up.ts'
import { checkEach } from '../../src/service/check-providers.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'
import { createAdminApp } from './admin-app.ts'

const adminToken = 'the-admin-token-of-this-test'
let harness: WorkerHarness
let app: ReturnType<typeof createAdminApp>
before(async () => {
  harness = await openWorkerHarness([testProvider('provider-a', async () => documentOf('Hello.'))])
  const { parts } = harness
  app = createAdminApp({
    ...parts,
    adminToken,
    checkProviders: () => checkEach([testProvider('provider-a', async () => documentOf('Hello.'))]),
    backUp: createBackUp({ ...parts, version: '1', folder: `${process.env['TMPDIR'] ?? '/tmp'}/backup-of-admin-view` }),
  })
})
after(async () => {
  await app.close()
  await harness.close()
})

type Headers = Readonly<Record<string, string>>
const byToken: Headers = { authorization: `Bearer ${adminToken}` }
const bySession = async (): Promise<Headers> => {
  const operator = { accountId: null, role: 'operator', person: 'ann@example.com', lifetimeMs: 3_600_000 } as const
  const { secret } = await createSession(harness.database, operator, harness.parts.clock())
  return { cookie: `polyparse-session=${secret}`, host: 'localhost', 'x-polyparse-session': '1' }
}
const ask = async (method: 'GET' | 'POST', url: string, headers: Headers = byToken) =>
  app.inject({ method, url: `/api/admin${url}`, headers })

test('an operator in a browser sees of a job what it is, and nothing that names its document', async () => {
  const { id } = await harness.upload()
  await harness.deliverAll()
  const headers = await bySession()
  const list: unknown = (await ask('GET', '/jobs', headers)).json()
  assert.ok(Check(AdminJobList, list))
  const [job] = list.jobs
  assert.partialDeepStrictEqual(job, { id, source: null, error: null, providers: ['provider-a'], sizeBytes: 6 })
  const detail: unknown = (await ask('GET', `/jobs/${id}`, headers)).json()
  assert.ok(Check(AdminJobDetail, detail))
  assert.equal(detail.source, null)
  assert.doesNotMatch(JSON.stringify([list, detail]), /a\.txt/)
  // Who holds the admin token can read the database anyway.
  assert.match((await ask('GET', `/jobs/${id}`)).body, /a\.txt/)
})

test('jobs are found by account, and read page by page', async () => {
  const [first, second] = [await harness.upload(), await harness.upload()]
  const page = (await ask('GET', '/jobs?status=queued&limit=1')).json<AdminJobList>()
  assert.deepEqual([page.jobs.map(({ id }) => id), page.nextCursor], [[second.id], second.id])
  const next = (await ask('GET', `/jobs?status=queued&limit=1&cursor=${second.id}`)).json<AdminJobList>()
  assert.deepEqual(next.jobs.map(({ id }) => id)[0], first.id)
  const [account = ''] = page.jobs.map((job) => job.account)
  assert.equal(
    (await ask('GET', `/jobs?account=${encodeURIComponent(account)}&status=queued`)).json<AdminJobList>().jobs.length,
    2,
  )
  assert.deepEqual((await ask('GET', '/jobs?account=nobody')).json(), { jobs: [], nextCursor: null })
  assert.equal((await ask('GET', '/jobs?cursor=x')).statusCode, 400)
})

test('spending is told by account and provider for a month, and today against the ceiling', async () => {
  await harness.database.query(
    `insert into usage (account_id, key_id, day, provider, jobs, pages, cost) values
       ($1, null, '2025-12-31', 'vendor', 1, 10, 2500000), ($1, null, '2025-12-01', 'vendor', 2, 5, 0),
       ($1, null, '2026-01-01', 'vendor', 1, 1, 1000000)`,
    [harness.accountId],
  )
  const spending: unknown = (await ask('GET', '/spending?month=2025-12')).json()
  assert.ok(Check(AdminSpending, spending))
  assert.deepEqual(
    spending.usage.map(({ provider, jobs, pages, cost }) => ({ provider, jobs, pages, cost })),
    [{ provider: 'vendor', jobs: 3, pages: 15, cost: 2.5 }],
  )
  assert.deepEqual(spending.ceilings, { paidPagesPerDay: null, paidCostPerJob: null })
  assert.equal((await ask('GET', '/spending?month=2025-13')).statusCode, 400)
})

test('the check of providers asks vendors, and no local provider', async () => {
  const checked: unknown = (await ask('POST', '/providers/check')).json()
  assert.ok(Check(CheckedProviders, checked))
  assert.deepEqual(checked.providers, [])
})

test(
  'a backup is downloaded by a ticket, once',
  { skip: process.env['POLYPARSE_TEST_DATABASE_URL'] !== undefined },
  async () => {
    const { checks, canBackUp } = (await ask('GET', '/doctor')).json<{ checks: object[]; canBackUp: boolean }>()
    assert.ok(checks.length > 5)
    assert.equal(canBackUp, true)
    const { path } = (await ask('POST', '/backup/tickets')).json<{ path: string }>()
    const backup = await app.inject({ url: path })
    assert.equal(backup.statusCode, 200)
    assert.match(
      String(backup.headers['content-disposition']),
      /^attachment; filename="polyparse-\d{4}-\d\d-\d\d\.tar"$/,
    )
    assert.ok(backup.rawPayload.length > 10_000)
    assert.equal((await app.inject({ url: path })).statusCode, 404)
    assert.equal((await app.inject({ url: '/api/admin/backup/x' })).statusCode, 404)
  },
)
