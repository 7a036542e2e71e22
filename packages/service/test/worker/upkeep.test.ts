import assert from 'node:assert/strict'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { cancelJob, eraseJob } from '../../src/jobs/cancel.ts'
import { newResultPath, newSourcePath } from '../../src/jobs/paths.ts'
import { readJob, resultExpired } from '../../src/jobs/read.ts'
import { recordExpired, recordsBefore } from '../../src/jobs/record-retention.ts'
import { chores } from '../../src/worker/chores.ts'
import { workOn } from '../../src/worker/worker.ts'
import { documentOf, hanging, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

const never = new AbortController().signal
const day = 24 * 3600
const retention = { resultSeconds: 7 * day, jobSeconds: 30 * day }
const harnesses: WorkerHarness[] = []
after(() => Promise.all(harnesses.map((harness) => harness.close())))

const open = async () => {
  const harness = await openWorkerHarness([
    testProvider('good', async () => documentOf('Hello.')),
    testProvider('slow', hanging),
  ])
  harnesses.push(harness)
  const tidy = async () => {
    for (const chore of chores) await chore.run(harness.parts, retention)
  }
  return { ...harness, tidy }
}

test('a result is readable for seven days, then expired, and its bytes are gone with the next round', async () => {
  const harness = await open()
  const { id } = await harness.upload()
  await harness.deliverAll()
  const read = async () => (await harness.read(id)).job

  harness.clock.advance(7 * day - 1)
  await harness.tidy()
  assert.equal(resultExpired(await read(), harness.clock(), retention.resultSeconds), false)
  assert.equal((await harness.stored()).length, 1)

  harness.clock.advance(1)
  assert.equal(resultExpired(await read(), harness.clock(), retention.resultSeconds), true)
  await harness.tidy()
  assert.deepEqual(await harness.stored(), [])
  assert.equal(resultExpired(await read(), harness.clock(), retention.resultSeconds), true)
})

test('a job that ends, or ends again, more than 23 days after its creation keeps its result for seven days', async () => {
  const harness = await open()
  const { id } = await harness.upload()
  harness.clock.advance(28 * day)
  await harness.deliverAll()
  const completedAt = (await harness.read(id)).job.completedAt
  assert.ok(completedAt)
  harness.clock.advance(7 * day - 1)
  await harness.tidy()
  const { job } = await harness.read(id)
  assert.equal(resultExpired(job, harness.clock(), retention.resultSeconds), false)
  assert.equal((await harness.stored()).length, 1)
  const isOver = () => recordExpired(harness.database, job, recordsBefore(harness.clock(), retention))
  assert.equal(await isOver(), false)
  harness.clock.advance(1)
  assert.equal(await isOver(), true)
  await harness.tidy()
  assert.equal(await readJob(harness.database, harness.accountId, id), null)
  assert.deepEqual(await harness.stored(), [])
})

test('where records are kept for less time than results, a record goes with its result', async () => {
  const harness = await open()
  const { id } = await harness.upload()
  await harness.deliverAll()
  const short = { resultSeconds: 7 * day, jobSeconds: day }
  const tidy = async () => {
    for (const chore of chores) await chore.run(harness.parts, short)
  }
  harness.clock.advance(7 * day - 1)
  await tidy()
  assert.equal((await harness.stored()).length, 1)
  harness.clock.advance(1)
  await tidy()
  assert.equal(await readJob(harness.database, harness.accountId, id), null)
})

test('the record of a job is deleted thirty days after its creation', async () => {
  const harness = await open()
  const { id } = await harness.upload()
  await harness.deliverAll()
  harness.clock.advance(30 * day)
  await harness.tidy()
  assert.equal(await readJob(harness.database, harness.accountId, id), null)
  assert.deepEqual(await harness.stored(), [])
})

test('cancelling a running job stops its provider, deletes its source and leaves it failed and readable', async () => {
  const harness = await open()
  const job = await harness.upload({ provider: 'slow', providerOptions: { slow: { password: 'secret' } } })
  const [message] = harness.queue.messages
  assert.ok(message)
  const work = workOn(harness.parts, message, never)
  while ((await harness.read(job.id)).job.status !== 'running') await new Promise((resolve) => setTimeout(resolve, 5))

  assert.equal(await cancelJob(harness.parts, job.id), true)
  await work
  const { job: ended } = await harness.read(job.id)
  assert.equal(ended.status, 'failed')
  assert.deepEqual([ended.error, ended.errorCode], ['cancelled', 'cancelled'])
  assert.deepEqual(ended.providerOptions, {})
  assert.deepEqual(await harness.stored(), [])
  assert.equal(await cancelJob(harness.parts, job.id), false)
})

test('erasing a running job stops its provider, and leaves nothing', async () => {
  const harness = await open()
  const job = await harness.upload({ provider: 'slow' })
  const [message] = harness.queue.messages
  assert.ok(message)
  const work = workOn(harness.parts, message, never)
  while ((await harness.read(job.id)).job.status !== 'running') await new Promise((resolve) => setTimeout(resolve, 5))

  assert.equal(await eraseJob(harness.parts, harness.accountId, job.id), true)
  await work
  assert.deepEqual(await harness.database.query('select id from jobs'), [])
  assert.deepEqual(await harness.database.query('select id from runs'), [])
  assert.deepEqual(await harness.stored(), [])
})

test('erasing a finished job deletes result, record and idempotency key', async () => {
  const harness = await open()
  const job = await harness.upload()
  await harness.deliverAll()
  assert.equal(await eraseJob(harness.parts, harness.accountId, job.id), true)
  assert.deepEqual(await harness.database.query('select id from jobs'), [])
  assert.deepEqual(await harness.stored(), [])
  assert.equal(await eraseJob(harness.parts, harness.accountId, job.id), false)
})

test("another account's job is not there", async () => {
  const harness = await open()
  const job = await harness.upload()
  assert.equal(await eraseJob(harness.parts, randomUUID(), job.id), false)
  assert.equal((await harness.read(job.id)).job.status, 'queued')
})

/** Leaves what remains of an attempt that dies between storing a blob and recording it. */
const strand = async ({ blobs }: Pick<WorkerHarness, 'blobs'>, path: string): Promise<string> => {
  await blobs.write(path, Readable.from([Buffer.from('x')]))
  return path
}

test('a source fetched by an attempt that died is deleted with the end of its job, however that ends', async () => {
  const harness = await open()
  const hasUrl = (id: string) =>
    harness.database.query(`update jobs set source_url = 'http://127.0.0.1/', source_filename = null where id = $1`, [
      id,
    ])
  const complete = await harness.upload()
  await hasUrl(complete.id)
  await harness.database.query(
    `update jobs set prepared_at = now(), detected_media_type = source_media_type where id = $1`,
    [complete.id],
  )
  await strand(harness, newSourcePath(complete.id))
  await harness.deliverAll()
  assert.deepEqual(await harness.stored(), [(await harness.read(complete.id)).job.result?.path])
  await eraseJob(harness.parts, harness.accountId, complete.id)

  const cancelled = await harness.upload()
  await strand(harness, newSourcePath(cancelled.id))
  await cancelJob(harness.parts, cancelled.id)
  assert.deepEqual(await harness.stored(), [])

  harness.queue.messages.length = 0
  const failed = await harness.upload()
  await hasUrl(failed.id)
  await strand(harness, newSourcePath(failed.id))
  await harness.deliverAll()
  assert.equal((await harness.read(failed.id)).job.status, 'failed')
  assert.deepEqual(await harness.stored(), [])
})

test('what a worker leaves behind when it dies after the end of its job is deleted with the next round', async () => {
  const harness = await open()
  const ended = await harness.upload()
  await harness.deliverAll()
  const [source, result] = [newSourcePath(ended.id), newResultPath(ended.id)]
  for (const path of [source, result]) await strand(harness, path)
  const waiting = await harness.upload()
  const fetched = await strand(harness, newSourcePath(waiting.id))
  await harness.tidy()
  const kept = [(await harness.read(ended.id)).job.result?.path, waiting.source.path, fetched]
  assert.deepEqual(new Set(await harness.stored()), new Set(kept))
})

test('a probe of the storage is deleted that a process left when it died', async () => {
  const harness = await open()
  await strand(harness, `probes/${randomUUID()}`)
  harness.clock.advance((Date.now() - harness.clock().getTime()) / 1000)
  await harness.tidy()
  assert.equal((await harness.stored()).length, 1, 'one that may be under way stays')
  harness.clock.advance(3 * 3600)
  await harness.tidy()
  assert.deepEqual(await harness.stored(), [])
})

test('blobs that no job owns are deleted, but never those of an upload that may still become a job', async () => {
  const harness = await open()
  const job = await harness.upload()
  const orphan = `sources/${randomUUIDv7()}/${randomUUID()}`
  await harness.blobs.write(
    orphan,
    (async function* () {
      yield Buffer.from('x')
    })(),
  )
  harness.clock.advance((Date.now() - harness.clock().getTime()) / 1000)
  await harness.tidy()
  assert.equal((await harness.stored()).length, 2)
  harness.clock.advance(3 * 3600)
  await harness.tidy()
  assert.deepEqual(await harness.stored(), [job.source.path])
})
