import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import { createFigures, type Figures } from '../../src/telemetry/figures.ts'
import { createMetrics } from '../../src/telemetry/metrics.ts'
import { openTestDatabase } from '../support/database.ts'

const accountId = randomUUID()

/** A batch whose webhook has been due for so long. */
const addDueBatch = (database: Database, seconds: number): Promise<unknown> =>
  database.query(
    `insert into batches
       (id, account_id, idempotency_key, fingerprint, total, webhook_url, created_at, completed_at, next_attempt_at)
     values ($1, $2, 'batch-key', 'f', 1, 'https://example.com/', now(), now(), now() - make_interval(secs => $3))`,
    [randomUUIDv7(), accountId, seconds],
  )

/** Inserts a job with one run by hand. */
const addJob = async (
  database: Database,
  job: { status: string; secondsOld: number },
  run: { status: string; attempt?: number; place?: string; step?: string; provider?: string },
) => {
  const [id, created] = [randomUUID(), new Date(Date.now() - job.secondsOld * 1000)]
  await database.query(
    `insert into jobs (id, account_id, idempotency_key, fingerprint, operation, outputs, include_raw, provider_options,
       source_filename, source_path, status, created_at, started_at)
     values ($1, $2, $3, '', 'parse', '{markdown}', false, '{}', 'a.txt', 'sources/a', $4, $5, $5)`,
    [id, accountId, id, job.status, created],
  )
  await database.query(
    `insert into runs (id, job_id, position, provider, status, attempt, account_id, lane, place, remote_step, submitting_at, due_at)
     values ($1, $2, 0, $3, $4, $5, $6, 'parse', $7, $8, now(), case when $5 = 0 then now() end)`,
    [
      uuidOf(created),
      id,
      run.provider ?? 'provider-a',
      run.status,
      run.attempt ?? 0,
      accountId,
      run.place ?? null,
      run.step ?? null,
    ],
  )
}

const uuidOf = (time: Date): string => {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${randomUUIDv7().slice(13)}`
}

const figuresOf = async (database: Database): Promise<Figures> => {
  const counted = await createFigures(database)()
  assert.ok(counted !== null)
  return counted.figures
}

const around = (value: number | null, expected: number) =>
  assert.ok(value !== null && Math.abs(value - expected) < 30, `${value} is not about ${expected}`)

describe('The figures of the fleet', () => {
  let database: Database
  before(async () => {
    database = await openTestDatabase()
    await database.query('insert into accounts (id, name, created_at) values ($1, $2, now())', [accountId, 'a'])
  })
  after(() => database.close())

  it('are counted from what the database knows', async () => {
    await addJob(database, { status: 'queued', secondsOld: 600 }, { status: 'waiting' })
    await addJob(database, { status: 'queued', secondsOld: 60 }, { status: 'waiting', provider: 'provider-b' })
    await addJob(database, { status: 'queued', secondsOld: 900 }, { status: 'waiting', attempt: 1, place: 'blocked' })
    await addJob(
      database,
      { status: 'running', secondsOld: 1200 },
      { status: 'waiting', attempt: 2, step: 'submitting' },
    )
    await addJob(database, { status: 'running', secondsOld: 30 }, { status: 'working', attempt: 1 })
    await database.query(`insert into deletions values ('sources/x', now() - interval '300 seconds')`)

    await addDueBatch(database, 120)
    await database.query(
      `insert into result_deliveries (job_id, target, account_id, next_attempt_at)
       select id, 'job', account_id, now() - interval '180 seconds' from jobs limit 1`,
    )

    const figures = await figuresOf(database)
    assert.deepEqual(figures.jobs, { queued: 3, running: 2 })
    assert.deepEqual(figures.waiting, { 'provider-a': 1, 'provider-b': 1 })
    assert.deepEqual(figures.blocked, { 'provider-a': 1 })
    assert.deepEqual(figures.atVendors, { 'provider-a': 1 })
    around(figures.oldestWaiting, 600)
    around(figures.oldestUnfinished, 1200)
    around(figures.oldestSource, 1200)
    assert.equal(figures.deletions, 1)
    around(figures.oldestDeletion, 300)
    assert.equal(figures.webhooks, 1)
    around(figures.oldestWebhook, 120)
    assert.equal(figures.resultDeliveries, 1)
    around(figures.oldestResultDelivery, 180)
  })

  it('are counted by one process for all, and recounted when they are old', async () => {
    await addJob(database, { status: 'queued', secondsOld: 5 }, { status: 'waiting' })
    const readers = Array.from({ length: 5 }, () => createFigures(database)())
    for (const counted of await Promise.all(readers)) assert.equal(counted?.figures.jobs.queued, 3, 'what was counted')
    await database.query(`update figures set begun_at = begun_at - interval '1 minute'`)
    assert.equal((await figuresOf(database)).jobs.queued, 4)
  })

  it('leave out what a process of an earlier version has not counted', async () => {
    await database.query(
      `update figures set figures = figures - 'resultDeliveries' - 'oldestResultDelivery', begun_at = now()`,
    )
    const figures = await figuresOf(database)
    assert.deepEqual([figures.resultDeliveries, figures.oldestResultDelivery], [null, null])
    const metrics = createMetrics({ role: 'both', version: '0' })
    try {
      metrics.reportFleet(async () => ({ figures, secondsOld: 1 }))
      assert.match(await metrics.text(), /^polyparse_webhooks_due 1$/m)
      assert.doesNotMatch(await metrics.text(), /^polyparse_deliveries_due /m)
    } finally {
      metrics.close()
    }
  })
})
