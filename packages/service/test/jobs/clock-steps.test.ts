import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { test } from 'node:test'
import type { Database } from '../../src/db/database.ts'
import { claimChore } from '../../src/jobs/chores.ts'
import { followClockSteps } from '../../src/jobs/clock-steps.ts'
import { openQueue } from '../../src/queue/open-queue.ts'
import { takeDue } from '../../src/queue/leases.ts'
import { claimDelivery } from '../../src/jobs/webhook-deliveries.ts'
import { startJanitor } from '../../src/worker/janitor.ts'
import { workOn } from '../../src/worker/worker.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness } from '../support/worker.ts'

const hour = 3600

/** All times that the database has kept, seen after its clock has gone back by so many seconds. */
const goBack = async (database: Database, seconds: number): Promise<void> => {
  const columns = await database.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'timestamp with time zone' and table_name <> 'migrations'`,
  )
  for (const [table, own] of Map.groupBy(columns, (each) => each.table)) {
    const moved = own.map(({ column }) => `${column} = ${column} + make_interval(secs => $1)`)
    await database.query(`update ${table} set ${moved.join(', ')}`, [seconds])
  }
}

const open = async (t: { after: (close: () => Promise<void>) => void }) => {
  const harness = await openWorkerHarness([testProvider('good', async () => documentOf('Hello.'))])
  t.after(() => harness.close())
  const { database } = harness
  const dueRuns = () =>
    takeDue(database, {
      slot: 'run',
      limit: 10,
      without: [],
      lane: { accountId: harness.accountId, lane: 'parse' },
      holding: [],
      ended: [],
      leaseSeconds: 10,
      pauseSeconds: 2,
    })
  const dueDelivery = () => claimDelivery(database, { busyAccounts: [], claimSeconds: 30 })
  /** A job that has ended and is announced now. */
  const announced = async () => {
    const { id } = await harness.upload()
    await database.query("update jobs set webhook_url = 'https://example.com/' where id = $1", [id])
    await harness.deliverAll()
    return id
  }
  return { ...harness, dueRuns, dueDelivery, announced }
}

test('what was due before the clock went back is due after it', async (t) => {
  const { database, upload, dueRuns, dueDelivery, announced } = await open(t)
  await announced()
  await upload()
  await claimChore(database, 'deletions', 1)
  await followClockSteps(database)
  await goBack(database, hour)
  assert.deepEqual([await dueRuns(), await dueDelivery()], [[], null])

  const seconds = await followClockSteps(database)
  assert.ok(seconds !== null && Math.abs(seconds - hour) < 60, `${seconds}`)
  // What is due is moved as exactly as the time was kept, so some seconds may be missing.
  while ((await dueRuns()).length === 0) await setTimeout(50)
  for (let delivery = null; delivery === null; delivery = await dueDelivery()) await setTimeout(50)
  while (!(await claimChore(database, 'deletions', 1))) await setTimeout(50)
  assert.equal(await followClockSteps(database), null)
})

test('a pause is as long as it was meant to be although the clock goes back, and a worker that lives keeps its run', async (t) => {
  const { database, upload, dueRuns, dueDelivery, announced } = await open(t)
  await announced()
  await database.query("update webhook_deliveries set attempts = 1, next_attempt_at = now() + interval '5 minutes'")
  await upload()
  assert.equal((await dueRuns()).length, 1)
  await followClockSteps(database)
  await goBack(database, hour)
  await followClockSteps(database)
  assert.deepEqual([await dueRuns(), await dueDelivery()], [[], null])
  const [delivery] = await database.query<{ minutes: number }>(
    'select extract(epoch from next_attempt_at - now())::float8 / 60 as minutes from webhook_deliveries',
  )
  assert.ok(delivery !== undefined && Math.abs(delivery.minutes - 5) < 1, `${delivery?.minutes}`)
  const [lease] = await database.query<{ seconds: number }>(
    'select extract(epoch from due_at - now())::float8 as seconds from runs where leased_at is not null',
  )
  assert.ok(lease !== undefined && lease.seconds > 0 && lease.seconds <= 10, `${lease?.seconds}`)
})

test('a clock that goes on moves nothing', async (t) => {
  const { database, upload } = await open(t)
  await upload()
  await followClockSteps(database)
  await database.query("update runs set due_at = now() + interval '1 minute'")
  const read = () => database.query('select due_at from runs')
  const before = await read()
  for (const seconds of [-hour, -8 * 24 * hour]) {
    await database.query('update clock set seen_at = now() + make_interval(secs => $1)', [seconds])
    assert.equal(await followClockSteps(database), null)
    assert.equal(await followClockSteps(database), null)
  }
  assert.deepEqual(await read(), before)
})

test('a worker ends jobs although the clock went back by an hour after they were created', async (t) => {
  const { database, parts, upload, read } = await open(t)
  const jobs = [await upload(), await upload()]
  // As any process of a fleet does all the time.
  await followClockSteps(database)
  await goBack(database, hour)
  const queue = await openQueue(database)
  const stop = startJanitor(parts, { resultSeconds: 7 * 24 * hour, jobSeconds: 30 * 24 * hour })
  t.after(async () => {
    await stop()
    await queue.close(0)
  })
  queue.work({ concurrency: 2 }, (due, signal) => workOn(parts, due, signal))
  for (const { id } of jobs) while ((await read(id)).job.status !== 'complete') await setTimeout(50)
})
