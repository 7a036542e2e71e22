import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { SpendingLimits } from '../../src/jobs/spending.ts'
import { workOn } from '../../src/worker/worker.ts'
import { openRemoteVendor, remoteProvider } from '../support/remote-vendor.ts'
import { openWorkerHarness } from '../support/worker.ts'

const never = new AbortController().signal
let opened: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of opened.toReversed()) await each.close()
  opened = []
})

type Options = Parameters<typeof remoteProvider>[1]

/** Vendors at ten cents a page that would be asked for three pages of every document, and then read one. */
const open = async (limits: Partial<SpendingLimits>, options: Options = {}) => {
  const vendor = await openRemoteVendor()
  const provider = remoteProvider(vendor.url, { price: { perPage: 0.1 }, countPages: async () => 3, ...options })
  const providers = [provider, { ...provider, id: 'other' }]
  const spending = { pagesPerDay: null, costPerJob: null, ...limits }
  const harness = await openWorkerHarness(providers, undefined, undefined, spending)
  opened.push(vendor, harness)
  const { database, upload, read, queue, parts } = harness
  const deliverAll = async () => {
    for (let message = queue.messages.shift(); message !== undefined; message = queue.messages.shift()) {
      await database.query(
        "update runs set remote_due_at = now() - interval '1 second' where remote_due_at is not null",
      )
      await workOn(parts, message, never)
    }
  }
  const outcome = async (asked: Parameters<typeof upload>[0] = {}, size?: number) => {
    const job = await upload(asked, 'Hello.', size)
    await deliverAll()
    const { job: ended, runs } = await read(job.id)
    return ended.status === 'complete' ? 'complete' : `${runs[0]?.error?.code}: ${ended.error}`
  }
  const counted = () => database.query('select pages, cost from spending order by run_id')
  return { ...harness, vendor, deliverAll, outcome, counted }
}

test('an account sends no more pages a day to vendors that charge than the operator allows', async () => {
  const { outcome, asAccount, vendor, database } = await open({ pagesPerDay: 4 })
  assert.equal(await outcome(), 'complete')
  assert.equal(await outcome(), 'complete', 'the vendor has read one page where three were expected')
  assert.equal(
    await outcome(),
    'spending_limit: The account may send 4 pages a day (UTC) to vendors that charge. 2 are used or reserved, ' +
      'and this document needs about 3 more. The vendor was not asked.',
  )
  assert.equal(vendor.asked.submit, 2)
  assert.equal(await asAccount(() => outcome()), 'complete', 'each account has its own')
  await database.query('update spending set day = day - 1')
  assert.equal(await outcome(), 'complete', 'each day is a new one')
})

test('documents that are submitted at the same time share what is left', async () => {
  const { upload, queue, parts, vendor, deliverAll } = await open({ pagesPerDay: 10 })
  for (let n = 0; n < 6; n += 1) await upload()
  await Promise.all(queue.messages.splice(0).map((message) => workOn(parts, message, never)))
  assert.equal(vendor.asked.submit, 3)
  await deliverAll()
  assert.equal(vendor.asked.submit, 3)
})

test('a job costs no more than the operator allows, with all its runs together', async () => {
  const { upload, deliverAll, body, vendor } = await open({ costPerJob: 450_000 })
  const { id } = await upload({ operation: 'compare', providers: ['remote', 'other'] })
  await deliverAll()
  const message =
    'A job may cost 0.45 USD at vendors. 0.30 USD are used or reserved, and this document needs about 0.30 USD more. The vendor was not asked.'
  assert.partialDeepStrictEqual(await body(id), {
    result: { providers: [{ status: 'parsed' }, { status: 'failed', error: { code: 'spending_limit', message } }] },
  })
  assert.equal(vendor.asked.submit, 1)
})

test('a submit that was certainly not accepted is not counted, and one that may have been is', async () => {
  const { outcome, counted, vendor } = await open({ pagesPerDay: 100 })
  vendor.meet('submit', { status: 401 })
  assert.match(await outcome(), /^provider_unauthorized/)
  assert.deepEqual(await counted(), [])
  vendor.meet('submit', 'reset-after')
  assert.match(await outcome(), /^provider_outcome_unknown/)
  assert.deepEqual(await counted(), [{ pages: 3, cost: 300_000 }])
})

test('each submit of a run that may be charged for counts', async () => {
  const { outcome, counted, vendor } = await open({ pagesPerDay: 7 }, { whenUnknown: 'retry' })
  vendor.meet('submit', 'reset-after')
  assert.equal(await outcome(), 'complete')
  assert.deepEqual(await counted(), [
    { pages: 3, cost: 300_000 },
    { pages: 1, cost: 100_000 },
  ])
})

test('nothing is sent of a document that would exceed the ceiling', async () => {
  const { outcome, vendor } = await open({ pagesPerDay: 2 }, { uploads: true })
  assert.match(await outcome(), /^spending_limit/)
  assert.deepEqual([vendor.asked.upload, vendor.asked.submit], [0, 0])
})

test('pages that only the vendor knows are estimated by bytes, and options that raise the price count', async () => {
  const byOption = { option: 'tier', prices: { fast: 0.05, careful: 0.4 } }
  const { outcome, counted, vendor } = await open(
    { costPerJob: 10_000_000 },
    { price: { perPage: 0.1, byOption }, countPages: async () => null },
  )
  const asked = async (tier: unknown, size: number) => {
    vendor.meet('submit', 'reset-after')
    await outcome({ providerOptions: { remote: { tier } } }, size)
    return (await counted()).at(-1)
  }
  assert.deepEqual(await asked('fast', 50_000), { pages: 3, cost: 150_000 })
  assert.deepEqual(await asked('careful', 20_000), { pages: 1, cost: 400_000 })
  assert.deepEqual(await asked('what was new last week', 6), { pages: 1, cost: 400_000 })
  assert.deepEqual(await asked(undefined, 6), { pages: 1, cost: 100_000 })
})

test('without a ceiling nothing is counted and no pages are looked at', async () => {
  const { outcome, counted } = await open({}, { countPages: () => Promise.reject(new Error('it is not asked')) })
  assert.equal(await outcome(), 'complete')
  assert.deepEqual(await counted(), [])
})
