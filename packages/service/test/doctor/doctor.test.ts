import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { DoctorParts } from '../../src/doctor/check.ts'
import { checks, diagnose } from '../../src/doctor/doctor.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

const day = 24 * 3600
const never = '0196f0f0-0000-7000-8000-000000000000'

describe('the doctor', () => {
  let harness: WorkerHarness
  let parts: DoctorParts

  before(async () => {
    harness = await openWorkerHarness([testProvider('good', async () => documentOf('Hello.'))])
    const { database, blobs, clock } = harness
    const retention = { resultSeconds: 7 * day, jobSeconds: 30 * day }
    parts = { database, blobs, clock, retention, recheckAfterMs: 0 }
    clock.advance((Date.now() - clock().getTime()) / 1000)
  })
  after(() => harness.close())
  beforeEach(async () => {
    await harness.database.query('delete from jobs')
    await harness.database.query('delete from deletions')
    for (const path of await harness.stored()) await harness.blobs.delete(path)
    harness.queue.messages.length = 0
  })

  /** What is wrong, by check. */
  const examine = async ({ repair = false } = {}) => {
    const wrong: Record<string, readonly string[]> = {}
    for (const check of checks) {
      const { name, found, repaired } = await diagnose(parts, check, { repair })
      const ids = found.filter((finding) => !repaired.includes(finding)).map(({ id }) => id)
      if (ids.length > 0) wrong[name] = ids
    }
    return wrong
  }
  const query = (text: string, parameters: readonly unknown[] = []) => harness.database.query(text, parameters)

  /** A job that a service has just created, with its first run due. */
  const created = async () => {
    const { id } = await harness.upload()
    harness.queue.messages.length = 0
    const { job, runs } = await harness.read(id)
    const [run] = runs
    assert.ok(run !== undefined && job.source.path !== null)
    return { id, runId: run.id, source: job.source.path }
  }
  const complete = async () => {
    const { id } = await harness.upload()
    await harness.deliverAll()
    const { job } = await harness.read(id)
    assert.ok(job.result !== null)
    return { id, result: job.result.path }
  }
  const blob = async (path: string, { ageSeconds = 0 } = {}) => {
    await harness.blobs.write(path, content())
    const time = Date.now() / 1000 - ageSeconds
    await utimes(join(harness.folder, path), time, time)
    return path
  }

  it('finds nothing where all is well', async () => {
    await created()
    await complete()
    await blob(`sources/${randomUUIDv7()}/${randomUUID()}`)
    assert.deepEqual(await examine(), {})
    assert.deepEqual(await examine({ repair: true }), {})
  })

  const dueRuns = () => query('select id from runs where due_at is not null')

  it('finds a run that is not due although it can be worked on, and makes it due', async () => {
    const { runId } = await created()
    await query('update runs set due_at = null')
    assert.deepEqual(await examine(), { 'due-runs': [runId] })
    assert.deepEqual(await examine({ repair: true }), {})
    assert.deepEqual(await dueRuns(), [{ id: runId }])
  })

  it('finds a job whose runs have all ended and which nobody ends, and makes one of them due', async () => {
    const { runId } = await created()
    await query(
      `update runs set due_at = null, status = 'failed', ended_at = now(), error_code = 'timeout', error_message = 'Late.'`,
    )
    assert.deepEqual(await examine(), { 'due-runs': [runId] })
    assert.deepEqual(await examine({ repair: true }), {})
    assert.deepEqual(await dueRuns(), [{ id: runId }])
  })

  it('does not take a run that is blocked for one that was forgotten', async () => {
    await created()
    await query(`update runs set due_at = null, place = 'blocked'`)
    await query('update jobs set prepared_at = now()')
    assert.deepEqual(await examine(), {})
  })

  it('finds a job without runs, and ends it', async () => {
    const { id } = await created()
    await query('delete from runs')
    assert.deepEqual(await examine(), { 'jobs-with-runs': [id] })
    assert.deepEqual(await examine({ repair: true }), {})
    assert.deepEqual(await query('select status from jobs where id = $1', [id]), [{ status: 'failed' }])
    assert.deepEqual(await harness.stored(), [])
  })

  it('finds an open run of an ended job, and ends it', async () => {
    const { id } = await complete()
    const runId = randomUUIDv7()
    await query(
      `insert into runs (id, job_id, position, provider, status, account_id, lane)
       select $1, id, 7, 'other', 'working', account_id, operation from jobs where id = $2`,
      [runId, id],
    )
    assert.deepEqual(await examine(), { 'ended-runs': [runId] })
    assert.deepEqual(await examine({ repair: true }), {})
  })

  it('does not miss the source of a job that is about to end, because its runs have all ended', async () => {
    const { id, source } = await created()
    const result = await blob(`results/${id}/${randomUUID()}`)
    await query(
      `update runs set status = 'parsed', attempt = 1, ended_at = now(), result_path = $2, result_size = $3
       where job_id = $1`,
      [id, result, 1],
    )
    await harness.blobs.delete(source)
    assert.deepEqual(await examine({ repair: true }), {})
    assert.equal((await harness.read(id)).job.status, 'queued')
  })

  it('takes a nearly empty store for the wrong one, and changes nothing', async () => {
    const jobs = await Array.fromAsync({ length: 12 }, () => complete())
    for (const { result } of jobs.slice(1)) await harness.blobs.delete(result)
    assert.equal((await examine({ repair: true }))['blobs-kept']?.length, 11)
    assert.equal((await harness.read(jobs.at(-1)?.id ?? '')).job.resultDamaged, false)
  })

  it('finds blobs without a job, sources of ended jobs among them, and deletes them', async () => {
    const { id, result } = await complete()
    const left = await blob(`sources/${id}/${randomUUID()}`, { ageSeconds: 8000 })
    const orphan = await blob(`results/${never}/${randomUUID()}`, { ageSeconds: 8000 })
    const young = await blob(`results/${never}/${randomUUID()}`)
    assert.deepEqual(await examine(), { 'blobs-owned': [left, orphan].toSorted() })
    assert.deepEqual(await examine({ repair: true }), {})
    assert.deepEqual((await harness.stored()).toSorted(), [young, result].toSorted())
  })

  it('finds webhooks that are overdue, of jobs and of batches', async () => {
    const { id } = await complete()
    const batch = randomUUIDv7()
    await query(
      `insert into webhook_deliveries (job_id, account_id, next_attempt_at)
       select id, account_id, now() - interval '20 minutes' from jobs where id = $1`,
      [id],
    )
    await query(
      `insert into batches
         (id, account_id, idempotency_key, fingerprint, total, webhook_url, created_at, completed_at, next_attempt_at)
       select $2, account_id, 'batch-key', 'f', 1, 'https://example.com/', now(), now(), now() - interval '30 minutes'
       from jobs where id = $1`,
      [id, batch],
    )
    assert.deepEqual(await examine(), { webhooks: [batch, id] })
    await query('delete from batches')
    await query('delete from webhook_deliveries')
  })

  it('finds deletions that are overdue, and carries them out', async () => {
    const path = await blob(`sources/${never}/${randomUUID()}`)
    await query(`insert into deletions (path, requested_at) values ($1, now() - interval '1 hour')`, [path])
    assert.deepEqual(await examine(), { deletions: [path] })
    assert.deepEqual(await examine({ repair: true }), {})
    assert.deepEqual(await harness.stored(), [])
  })

  it('finds expired results and records, and removes them', async () => {
    const expired = await complete()
    const old = await complete()
    await query(`update jobs set completed_at = now() - interval '8 days' where id = $1`, [expired.id])
    await query(`update jobs set created_at = now() - interval '31 days' where id = $1`, [old.id])
    assert.deepEqual(await examine(), { expiry: [expired.id] }, 'a record stays as long as its result')
    await query(`update jobs set completed_at = now() - interval '8 days' where id = $1`, [old.id])
    assert.deepEqual(await examine(), { expiry: [expired.id, old.id].toSorted(), records: [old.id] })
    assert.deepEqual(await examine({ repair: true }), {})
    assert.deepEqual(await harness.stored(), [])
  })

  it('finds a webhook that was never recorded, and records it, and finds those that are never delivered', async () => {
    const { id } = await complete()
    await query(`update jobs set webhook_url = 'https://example.com/' where id = $1`, [id])
    assert.deepEqual(await examine(), { 'webhooks-noted': [id] })
    assert.deepEqual(await examine({ repair: true }), {})
    await query(`update webhook_deliveries set next_attempt_at = now() - interval '1 hour'`)
    assert.deepEqual(await examine({ repair: true }), { webhooks: [id] })
  })

  it('finds answers of vendors that a worker has and cannot record', async () => {
    const { runId } = await created()
    await query(
      `update runs set status = 'waiting', attempt = 1, remote_step = 'submitting', submissions = 1,
         submitting_at = now() - interval '2 hours', remote_due_at = now() + interval '1 hour',
         answer_expected_until = now() + interval '1 hour'`,
    )
    assert.deepEqual(await examine(), { answers: [runId] })
  })

  it('finds artifacts that vendors have not been asked to delete', async () => {
    const id = randomUUIDv7()
    await query(
      `insert into vendor_artifacts (id, run_id, provider, reference, next_attempt_at)
       values ($1, $2, 'good', '{}', now() - interval '2 hours')`,
      [id, never],
    )
    assert.deepEqual(await examine(), { vendors: [id] })
    await query('delete from vendor_artifacts')
  })
})

async function* content() {
  yield Buffer.from('x')
}
