import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { pino } from 'pino'
import { eraseJob } from '../../src/jobs/cancel.ts'
import { readProgress } from '../../src/jobs/progress.ts'
import { chores } from '../../src/worker/chores.ts'
import { workOn } from '../../src/worker/worker.ts'
import { closeRemoteRuns, never, openRemoteRun as open, withTransactions } from '../support/remote-run.ts'

afterEach(closeRemoteRuns)

test('a remote run is submitted once, polled by messages that hold no worker, fetched, and forgotten by the vendor', async () => {
  const { vendor, upload, deliver, queue, body, read, run, step, database } = await open(
    { pollInSeconds: 7, progress: { done: 1, total: 3 } },
    2,
  )
  const job = await upload({ includeRaw: true, outputs: ['text'] })

  await deliver()
  assert.partialDeepStrictEqual(await step(), { remote_step: 'submitted', status: 'waiting' })
  assert.deepEqual(
    queue.messages.map(({ delaySeconds }) => delaySeconds),
    [7],
  )
  assert.deepEqual(await readProgress(database, job.id), {
    status: 'running',
    errorCode: null,
    runs: [{ provider: 'remote', state: 'working', pagesDone: 0 }],
    pages: [],
  })
  await deliver()
  const [progress] = (await readProgress(database, job.id))?.runs ?? []
  assert.deepEqual(progress, { provider: 'remote', state: 'working', pagesDone: 1, pagesTotal: 3 })
  await deliver()
  assert.equal((await read(job.id)).job.status, 'running')
  await deliver()

  assert.partialDeepStrictEqual(await body(job.id), {
    status: 'complete',
    result: { outputs: { text: 'Hello.' }, usage: { pages: 1, credits: 3 }, raw: { text: 'Hello.' }, warnings: [] },
  })
  assert.deepEqual(vendor.asked, { upload: 0, submit: 1, find: 0, poll: 3, fetch: 1, forget: 1 })
  assert.deepEqual(vendor.kept(), [])
  assert.equal((await run(job.id)).deaths, 0)
  assert.deepEqual(await database.query('select * from vendor_artifacts'), [])
})

test('a vendor that answers with the document itself is asked once and needs no poll', async () => {
  const { vendor, upload, deliverAll, body } = await open({ execution: 'sync' })
  const job = await upload()
  await deliverAll()
  assert.partialDeepStrictEqual(await body(job.id), { result: { outputs: { markdown: 'Hello.' } } })
  assert.deepEqual(vendor.asked, { upload: 0, submit: 1, find: 0, poll: 0, fetch: 0, forget: 0 })
})

test('an upload that precedes the work is repeated without harm, and forgotten with it', async () => {
  const { vendor, upload, deliverAll, read, run } = await open({ uploads: true })
  vendor.meet('upload', { status: 500 }, 'reset-after')
  const job = await upload()
  await deliverAll()
  assert.equal((await read(job.id)).job.status, 'complete')
  assert.equal((await run(job.id)).status, 'parsed')
  assert.equal(vendor.asked.upload, 3)
  assert.equal(vendor.taken.length, 1)
  // The vendor kept the upload whose answer was lost: its name is unknown.
  assert.deepEqual(vendor.kept(), ['file-2'])
})

for (const [trouble, how] of [
  [{ status: 429, headers: { 'retry-after': '30' } }, 'with 429'],
  [{ status: 503, headers: { 'retry-after': '1' } }, 'with 503 and when to come again'],
  ['reset-early', 'before it has read the document'],
] as const)
  test(`a submit that the vendor refuses ${how} is repeated after a pause, under the same token`, async () => {
    const { vendor, upload, deliver, queue, deliverAll, read, step } = await open()
    const text = 'x'.repeat(8_000_000)
    vendor.meet('submit', trouble)
    const job = await upload({}, text)
    await deliver()
    assert.partialDeepStrictEqual(await step(), { remote_step: null, submissions: 0, status: 'waiting' })
    const [{ delaySeconds } = { delaySeconds: 0 }] = queue.messages
    if (typeof trouble === 'object') assert.ok(delaySeconds >= Number(trouble.headers['retry-after']))
    assert.ok(delaySeconds <= 30 + 2)
    await deliverAll()
    assert.equal((await read(job.id)).job.status, 'complete')
    assert.equal(vendor.taken.length, 1)
  })

test('a vendor that cannot be connected to is asked again until the deadline, and then the run fails', async () => {
  const { closeVendor, upload, deliver, queue, read, database } = await open()
  await closeVendor()
  const job = await upload()
  for (let attempt = 0; attempt < 12; attempt += 1) await deliver()
  assert.equal((await read(job.id)).job.status, 'running')
  await database.query("update runs set remote_deadline_at = now() - interval '1 second'")
  await deliver()
  const { job: ended, runs } = await read(job.id)
  assert.equal(ended.error, 'Vendor is not available at the moment.')
  assert.equal(runs[0]?.error?.code, 'provider_unavailable')
  assert.deepEqual(queue.messages, [])
})

test('a permanent refusal fails the run with its code, at once and without a word of the vendor', async () => {
  const { vendor, upload, deliverAll, read } = await open()
  vendor.meet('submit', { status: 402, body: '{"detail":"Pay first, customer 4711"}' })
  const job = await upload()
  await deliverAll()
  const { job: ended, runs } = await read(job.id)
  assert.equal(ended.error, 'The quota at Vendor is exhausted.')
  assert.equal(runs[0]?.error?.code, 'provider_quota')
  assert.equal(vendor.asked.submit, 1)
})

test('a document larger than the vendor accepts is never sent', async () => {
  const { vendor, upload, deliverAll, read } = await open({ limits: { bytes: 3 } })
  const job = await upload()
  await deliverAll()
  const { runs } = await read(job.id)
  assert.equal(runs[0]?.error?.code, 'document_too_large')
  assert.equal(vendor.asked.submit, 0)
})

const price = { perPage: 0.01 }

for (const [trouble, how, why] of [
  ['reset-before', 'breaks off once it has the document', 'Vendor is not available at the moment.'],
  ['reset-after', 'breaks off once it has taken the work', 'Vendor is not available at the moment.'],
  ['malformed', 'answers with half a JSON', 'Vendor returned a response that cannot be used.'],
  [
    { status: 500, body: '{"detail":"No OCR engine"}' },
    'answers with 500',
    'Vendor is not available at the moment. It answered with the status 500: “No OCR engine”.',
  ],
  [
    { status: 503, body: 'upstream connect error' },
    'answers with the 503 of a proxy',
    'Vendor is not available at the moment. It answered with the status 503.',
  ],
  ['stall-after', 'never answers', 'Vendor did not answer within 1 s.'],
] as const) {
  test(`a run whose vendor ${how} says so and that the outcome is unknown, and is not submitted again`, async () => {
    const { vendor, upload, deliverAll, read } = await open({ price, limits: { answerSeconds: 0.5 } })
    vendor.meet('submit', trouble)
    const job = await upload()
    await deliverAll()
    const { job: ended, runs } = await read(job.id)
    assert.equal(
      ended.error,
      `${why} Whether it accepted the document, and charges for it, is unknown. It was not asked again.`,
    )
    assert.equal(runs[0]?.error?.code, 'provider_outcome_unknown')
    assert.equal(vendor.asked.submit, 1)
  })

  test(`if so configured, a run whose vendor ${how} is submitted again under its token, and says so`, async () => {
    const { vendor, upload, deliverAll, body } = await open({
      price,
      whenUnknown: 'retry',
      limits: { answerSeconds: 0.5 },
    })
    vendor.meet('submit', trouble)
    const job = await upload()
    await deliverAll()
    assert.partialDeepStrictEqual(await body(job.id), {
      status: 'complete',
      result: {
        warnings: [
          {
            code: 'provider_asked_again',
            message: 'Vendor was asked 2 times, because the outcome of its work was unknown. It may charge for each.',
          },
        ],
      },
    })
    assert.equal(vendor.asked.submit, 2)
    assert.equal(new Set(vendor.taken).size, 1)
  })
}

test('a vendor that charges nothing is not said to charge', async () => {
  const failing = await open({})
  failing.vendor.meet('submit', 'reset-after')
  const failed = await failing.upload()
  await failing.deliverAll()
  assert.match((await failing.read(failed.id)).job.error ?? '', / Whether it accepted the document is unknown\. It was/)

  const repeating = await open({ whenUnknown: 'retry' })
  repeating.vendor.meet('submit', 'reset-after')
  const repeated = await repeating.upload()
  await repeating.deliverAll()
  assert.match(JSON.stringify(await repeating.body(repeated.id)), /because the outcome of its work was unknown\."/)
})

test('if so configured, a run is submitted three times at most', async () => {
  const { vendor, upload, deliverAll, read } = await open({ whenUnknown: 'retry' })
  vendor.meet('submit', 'reset-after', 'reset-after', 'reset-after', 'reset-after')
  const job = await upload()
  await deliverAll()
  assert.match((await read(job.id)).job.error ?? '', /It was asked 3 times\.$/)
  assert.equal(vendor.asked.submit, 3)
})

test('transient trouble with polls and fetches is retried until the deadline, for the same work', async () => {
  const { vendor, upload, deliverAll, read } = await open()
  vendor.meet('poll', { status: 500 }, 'reset-after', 'malformed', { status: 429, headers: { 'retry-after': '5' } })
  vendor.meet('poll', { status: 503 }, { status: 502 }, { status: 500 })
  vendor.meet('fetch', { status: 500 }, 'reset-before', 'malformed')
  const job = await upload()
  await deliverAll()
  assert.equal((await read(job.id)).job.status, 'complete')
  assert.deepEqual([...vendor.polledIds], ['work-1'])
  assert.equal(vendor.taken.length, 1)
})

test('work not done by its deadline fails as timeout and is forgotten, but work found done late counts', async () => {
  const { vendor, upload, deliver, deliverAll, read, database } = await open({}, 1000)
  const overdue = () => database.query("update runs set remote_deadline_at = now() - interval '1 second'")
  const late = await upload()
  await deliver()
  await deliver()
  await overdue()
  await deliver()
  assert.equal((await read(late.id)).job.error, 'Vendor did not finish within 60 s.')
  assert.deepEqual(vendor.kept(), [])

  vendor.takesPolls(0)
  const done = await upload()
  await deliver()
  await overdue()
  await deliverAll()
  assert.equal((await read(done.id)).job.status, 'complete')
})

test('work that the vendor has lost is not paid for again, unless so configured; then with a new token', async () => {
  const careful = await open()
  const one = await careful.upload()
  await careful.deliver()
  careful.vendor.lose()
  await careful.deliverAll()
  assert.equal(
    (await careful.read(one.id)).job.error,
    'Vendor accepted the document but no longer has the result. It was not asked again.',
  )

  const generous = await open({ whenUnknown: 'retry' })
  const other = await generous.upload()
  await generous.deliver()
  generous.vendor.lose()
  await generous.deliverAll()
  assert.equal((await generous.read(other.id)).job.status, 'complete')
  assert.equal(new Set(generous.vendor.taken).size, 2)
})

test('when a job is erased between two polls, the next message has the vendor forget the work', async () => {
  const { parts, accountId, vendor, upload, deliver, queue, read } = await open({}, 1000)
  const job = await upload()
  await deliver()
  await deliver()
  assert.equal(await eraseJob(parts, accountId, job.id), true)
  await deliver()
  await assert.rejects(read(job.id))
  assert.deepEqual(vendor.kept(), [])
  assert.deepEqual(queue.messages, [])
})

test('when a job is erased during its submit, the vendor forgets the work once its reference is known', async () => {
  const { parts, accountId, vendor, upload, deliver, read } = await open()
  vendor.meet('submit', 'hold')
  const arrival = vendor.arrival('submit')
  const job = await upload()
  const work = deliver()
  await arrival
  assert.equal(await eraseJob(parts, accountId, job.id), true)
  vendor.release()
  await work
  await assert.rejects(read(job.id))
  assert.equal(vendor.taken.length, 1)
  assert.deepEqual(vendor.kept(), [])
})

test('an artifact that a vendor does not delete at first is deleted later', async () => {
  const { parts, database, vendor, upload, deliverAll } = await open()
  vendor.meet('forget', { status: 500 }, 'reset-before')
  await upload()
  await deliverAll()
  assert.deepEqual(vendor.kept(), ['work-1'])
  const chore = chores.find(({ name }) => name === 'what vendors keep')
  assert.ok(chore)
  const retention = { resultSeconds: 1, jobSeconds: 1 }
  assert.equal(await chore.run(parts, retention, never), 0, 'not yet')
  for (const deleted of [0, 1]) {
    await database.query("update vendor_artifacts set next_attempt_at = now() - interval '1 second'")
    assert.equal(await chore.run(parts, retention, never), deleted)
  }
  assert.deepEqual(vendor.kept(), [])
})

test('an upload whose worker died before it was recorded is told of, as the vendor may keep the document', async () => {
  const { vendor, upload, queue, parts, database, deliverAll, read } = await open({ uploads: true })
  const logged: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => void logged.push(line) })
  const job = await upload()
  const [message] = queue.messages.splice(0)
  assert.ok(message)
  // Refused at first, which leaves nothing there.
  vendor.meet('upload', { status: 429 })
  await workOn({ ...parts, logger }, message, never)
  const died = Promise.withResolvers<void>()
  const dying = withTransactions({ ...parts, logger }, (work) => {
    if (vendor.kept().length === 0) return database.transaction(work)
    died.resolve()
    return new Promise(() => {})
  })
  const [again] = queue.messages.splice(0)
  assert.ok(again)
  workOn(dying, again, never).catch(() => {})
  await died.promise
  assert.deepEqual(
    logged.filter((line) => line.includes('upload')),
    [],
  )

  await workOn({ ...parts, logger }, again, never)
  await deliverAll()
  assert.equal((await read(job.id)).job.status, 'complete')
  assert.equal(vendor.kept().length, 1)
  const told = logged.filter((line) => line.includes('the vendor may keep the document'))
  assert.equal(told.length, 1)
  assert.match(told[0] ?? '', new RegExp(`"jobId":"${job.id}".*"provider":"remote"`))
})
