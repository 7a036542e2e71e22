import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { type BlobStore, StorageUnavailableError } from '../../src/blobs/blob-store.ts'
import { DatabaseUnavailableError } from '../../src/db/errors.ts'
import type { RemoteProvider } from '@polyparse/providers/port'
import { countOpenRuns } from '../../src/jobs/open-runs.ts'
import { strandedRuns } from '../../src/service/stranded-runs.ts'
import { workOn } from '../../src/worker/worker.ts'
import { closeRemoteRuns, never, openRemoteRun as open, withTransactions } from '../support/remote-run.ts'

afterEach(closeRemoteRuns)

test('a worker that must stop during a submit hands back without a second one, and records a late answer', async () => {
  const { vendor, upload, queue, parts, deliverAll, read, step } = await open()
  vendor.meet('submit', 'hold')
  const arrival = vendor.arrival('submit')
  const job = await upload()
  const [message] = queue.messages.splice(0)
  assert.ok(message)
  const stopping = new AbortController()
  const work = workOn(parts, message, stopping.signal)
  await arrival
  stopping.abort(new Error('stop'))
  await assert.rejects(work, /stop/)
  assert.partialDeepStrictEqual(await step(), { remote_step: 'submitting', status: 'waiting' })

  // The message is delivered again to another worker, who waits for the answer.
  await workOn(parts, message, never)
  assert.partialDeepStrictEqual(await step(), { remote_step: 'submitting', status: 'waiting' })
  vendor.release()
  while (queue.messages.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
  await deliverAll()
  assert.equal((await read(job.id)).job.status, 'complete')
  assert.equal(vendor.asked.submit, 1)
})

test('a worker that must stop before the submit does not start it', async () => {
  const { vendor, upload, deliver, step, queue, parts } = await open()
  await upload()
  const [message] = queue.messages
  assert.ok(message)
  await assert.rejects(deliver(AbortSignal.abort(new Error('stop'))), /stop/)
  assert.partialDeepStrictEqual(await step(), { remote_step: null, status: 'waiting' })
  assert.equal(vendor.asked.submit, 0)
  await workOn(parts, message, never)
  assert.equal(vendor.asked.submit, 1)
})

test('a worker that takes over a submit never repeats it, and fails the run when no answer can come', async () => {
  const { vendor, upload, deliver, outwaitAnswer, queue, database, read, run } = await open()
  const job = await upload()
  const [message] = queue.messages
  assert.ok(message)
  // The state left by a process that was killed after it had noted the submit.
  await database.query(
    "update runs set status = 'working', attempt = 1, remote_step = 'submitting', submissions = 1, submitting_at = now()",
  )
  await deliver()
  assert.equal((await run(job.id)).status, 'waiting')
  const [{ delaySeconds } = { delaySeconds: 0 }] = queue.messages
  assert.ok(delaySeconds > 30 && delaySeconds < 35)
  await outwaitAnswer()
  await deliver()
  assert.equal((await read(job.id)).runs[0]?.error?.code, 'provider_outcome_unknown')
  assert.equal(vendor.asked.submit, 0)
})

test('a worker that slept through its takeover does not submit when it wakes', async () => {
  const { vendor, upload, queue, parts, database, read, deliverAll } = await open({ whenUnknown: 'retry' })
  const job = await upload()
  const [message] = queue.messages.splice(0)
  assert.ok(message)
  const asleep = Promise.withResolvers<void>()
  const wake = Promise.withResolvers<void>()
  const sleeping = {
    ...parts,
    database: {
      ...database,
      // Falls asleep once it has seen that the vendor has no work.
      query: async <Row extends object>(text: string, parameters?: readonly unknown[]): Promise<Row[]> => {
        const rows = await database.query<Row>(text, parameters)
        if (text.includes('remote_deadline_at - now()')) {
          asleep.resolve()
          await wake.promise
        }
        return rows
      },
    },
  }
  const sleeper = workOn(sleeping, message, never)
  await asleep.promise
  await workOn(parts, message, never)
  assert.equal(vendor.asked.submit, 1)
  wake.resolve()
  await sleeper
  await deliverAll()
  assert.equal((await read(job.id)).job.status, 'complete')
  assert.equal(vendor.asked.submit, 1)
})

test('messages that are delivered twice or too early neither submit nor multiply', async () => {
  const { vendor, upload, deliver, queue, parts, read, deliverAll } = await open({ pollInSeconds: 5 }, 3)
  const job = await upload()
  const [message] = queue.messages
  assert.ok(message)
  await deliver()
  await workOn(parts, message, never)
  assert.equal(vendor.asked.poll, 0, 'too early')
  queue.messages.push({ ...message, delaySeconds: 0 })
  await deliver()
  const before = queue.messages.length
  await workOn(parts, message, never)
  assert.equal(queue.messages.length, before)
  await deliverAll()
  assert.equal((await read(job.id)).job.status, 'complete')
  assert.equal(vendor.taken.length, 1)
})

test('a compare of a local and a remote provider ends when both have', async () => {
  const { upload, deliverAll, body } = await open({}, 2)
  const job = await upload({ operation: 'compare', providers: ['remote', 'local'] })
  await deliverAll()
  assert.partialDeepStrictEqual(await body(job.id), {
    result: {
      providers: [
        { provider: 'remote', status: 'parsed' },
        { provider: 'local', status: 'parsed' },
      ],
    },
  })
})

test('a submit recorded but not confirmed, because the database went away, is not sent until later', async () => {
  const { vendor, upload, queue, parts, database, deliverAll, read } = await open()
  const job = await upload()
  const [message] = queue.messages.splice(0)
  assert.ok(message)
  let broken = false
  const breaking = withTransactions(parts, async (work) => {
    const result = await database.transaction(work)
    const [row] = await database.query<{ remote_step: string | null }>('select remote_step from runs')
    if (!broken && row?.remote_step === 'submitting') {
      broken = true
      throw new DatabaseUnavailableError('gone after the commit')
    }
    return result
  })
  await workOn(breaking, message, never)
  assert.ok(broken)
  assert.equal(vendor.asked.submit, 0)
  await deliverAll()
  assert.equal((await read(job.id)).job.status, 'complete')
  assert.equal(vendor.asked.submit, 1)
})

test('an answer that arrives while the database is away is recorded when it is back', async () => {
  const { vendor, upload, queue, parts, database, deliverAll, read } = await open()
  const job = await upload()
  const [message] = queue.messages.splice(0)
  assert.ok(message)
  let refused = 0
  const away = withTransactions(parts, async (work) => {
    if (vendor.taken.length === 1 && refused < 2) {
      refused += 1
      throw new DatabaseUnavailableError('gone for a moment')
    }
    return database.transaction(work)
  })
  await workOn(away, message, never)
  await deliverAll()
  assert.equal((await read(job.id)).job.status, 'complete')
  assert.equal(vendor.asked.submit, 1)
})

test('a refusal that was recorded without confirmation to its worker does not undo the submit after it', async () => {
  const { vendor, upload, queue, parts, database, deliverAll, read } = await open()
  const job = await upload()
  const [message] = queue.messages.splice(0)
  assert.ok(message)
  vendor.meet('submit', { status: 429 }, 'hold')
  const others: Promise<void>[] = []
  const breaking = withTransactions(parts, async (work) => {
    const result = await database.transaction(work)
    const [again] = others.length === 0 && vendor.asked.submit === 1 ? queue.messages.splice(0) : []
    if (again === undefined) return result
    const arrived = vendor.arrival('submit')
    others.push(workOn(parts, again, never))
    await arrived
    throw new DatabaseUnavailableError('gone after the commit')
  })
  await workOn(breaking, message, never)
  vendor.release()
  await Promise.all(others)
  await deliverAll()
  assert.equal((await read(job.id)).job.status, 'complete')
  assert.equal(vendor.taken.length, 1)
})

test('an answer that arrives while the storage is away is stored later, and the vendor is asked once', async () => {
  const { vendor, parts, queue, upload, read } = await open({ execution: 'sync' })
  const job = await upload()
  let refusals = 3
  const faltering: BlobStore = {
    ...parts.blobs,
    write: async (...written) => {
      if (refusals-- > 0) throw new StorageUnavailableError('the bucket answers with 503')
      return parts.blobs.write(...written)
    },
  }
  const message = queue.messages.shift()
  assert.ok(message)
  await workOn({ ...parts, blobs: faltering }, message, never)
  assert.equal((await read(job.id)).job.status, 'complete')
  assert.equal(vendor.taken.length, 1)
})

test('an answer that cannot become a result fails the run at once, and the vendor is not asked again', async () => {
  const { provider, parts, queue, upload, read } = await open({ execution: 'sync' })
  let submits = 0
  const misshapen: RemoteProvider = {
    ...provider,
    submit: async () => {
      submits += 1
      return { kind: 'done', document: JSON.parse('{"pages": [{}], "tables": [], "pictures": [], "warnings": []}') }
    },
  }
  const job = await upload()
  const message = queue.messages.shift()
  assert.ok(message)
  await workOn({ ...parts, providers: new Map([[provider.id, misshapen]]) }, message, never)
  const { job: ended, runs } = await read(job.id)
  assert.equal(ended.status, 'failed')
  assert.equal(runs[0]?.error?.code, 'internal_error')
  assert.equal(submits, 1)
})

test('work stays with the adapter that has asked for it when its id is bound to another one', async () => {
  const { vendor, upload, deliver, database, parts, provider, queue, read, step } = await open()
  const job = await upload()
  await deliver()
  assert.partialDeepStrictEqual(await step(), { remote_step: 'submitted' })
  const other = { ...provider, adapter: 'another' }
  const bound = new Map([[provider.id, other]])
  assert.deepEqual(strandedRuns(await countOpenRuns(database), bound), [
    { provider: provider.id, adapter: provider.id, count: 1, boundTo: 'another' },
  ])
  const [message] = queue.messages.splice(0)
  assert.ok(message)
  await database.query("update runs set remote_due_at = now() - interval '1 second'")
  const asked = { ...vendor.asked }
  await workOn({ ...parts, providers: bound }, message, never)
  const [run] = (await read(job.id)).runs
  assert.equal(run?.error?.code, 'provider_unavailable')
  assert.match(
    run?.error?.message ?? '',
    / was bound to \S+ when the document was sent there, and is bound to another now\.$/,
  )
  // Neither the poll nor the deletion has gone to the other vendor.
  assert.deepEqual(vendor.asked, asked)
  assert.deepEqual(strandedRuns(await countOpenRuns(database), new Map()), [])
})

test('work that nobody was asked for goes to whatever its id is bound to', async () => {
  const { upload, database, provider } = await open()
  await upload()
  const bound = new Map([[provider.id, { ...provider, adapter: 'another' }]])
  assert.deepEqual(strandedRuns(await countOpenRuns(database), bound), [])
  assert.deepEqual(strandedRuns(await countOpenRuns(database), new Map()), [
    { provider: provider.id, adapter: null, count: 1, boundTo: null },
  ])
})
