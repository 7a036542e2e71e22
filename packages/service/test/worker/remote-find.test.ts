import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { workOn } from '../../src/worker/worker.ts'
import { closeRemoteRuns, never, openRemoteRun as open } from '../support/remote-run.ts'

afterEach(closeRemoteRuns)

const limits = { answerSeconds: 0.5 }

for (const [trouble, how] of [
  ['reset-after', 'breaks off'],
  ['malformed', 'is half a JSON'],
  [{ status: 500 }, 'is an error'],
  ['stall-after', 'never comes'],
] as const) {
  test(`where the vendor lists its work, that of a submit whose answer ${how} is found, and not asked for again`, async () => {
    const { vendor, upload, deliverAll, body } = await open({ finds: true, limits })
    vendor.meet('submit', trouble)
    // The vendor has answered with an error although it works: as proxies do that gave up.
    if (typeof trouble === 'object') vendor.takeNextSubmit()
    const job = await upload()
    await deliverAll()
    assert.partialDeepStrictEqual(await body(job.id), {
      status: 'complete',
      result: { outputs: { markdown: 'Hello.' }, warnings: [] },
    })
    assert.equal(vendor.asked.submit, 1)
    assert.deepEqual(vendor.kept(), [], 'it is deleted, too')
  })
}

test('a vendor that is slow to list its work, or away for a moment, is asked again', async () => {
  const { vendor, upload, deliverAll, read } = await open({ finds: true, limits })
  vendor.meet('submit', 'reset-after')
  vendor.meet('find', { status: 200, body: '{"jobs":[]}' }, { status: 503 })
  const job = await upload()
  await deliverAll()
  assert.equal((await read(job.id)).job.status, 'complete')
  assert.equal(vendor.asked.find, 3)
})

test('the outcome of a submit is unknown where the vendor does not list its work, with the reason of the submit', async () => {
  const { vendor, upload, deliverAll, read } = await open({ finds: true })
  vendor.meet('submit', { status: 500, body: '{"detail":"No OCR engine"}' })
  const job = await upload()
  await deliverAll()
  assert.equal(
    (await read(job.id)).job.error,
    'Vendor is not available at the moment. It answered with the status 500: “No OCR engine”. Whether it accepted the document is unknown. It was not asked again.',
  )
  assert.deepEqual([vendor.asked.submit, vendor.asked.find], [1, 3])
})

test('work that was submitted by a worker that is dead is found at the vendor', async () => {
  const { vendor, upload, queue, parts, deliver, deliverAll, outwaitAnswer, read } = await open({ finds: true })
  const job = await upload()
  const [message] = queue.messages
  queue.messages.length = 0
  assert.ok(message)
  const arrival = vendor.arrival('submit')
  const answerSpool = { ...parts.answerSpool, keep: () => new Promise<never>(() => {}) }
  workOn({ ...parts, answerSpool }, message, never).catch(() => {})
  await arrival
  queue.messages.push(message)
  await deliver()
  await outwaitAnswer()
  await deliver()
  await outwaitAnswer()
  await deliverAll()
  assert.equal((await read(job.id)).job.status, 'complete')
  assert.deepEqual([vendor.asked.submit, vendor.asked.find], [1, 1])
})
