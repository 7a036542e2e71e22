import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import type { Document } from '@polyparse/document'
import { eraseJob } from '../../src/jobs/cancel.ts'
import { listJobs } from '../../src/jobs/read.ts'
import { foldUsage, pagesToday, purgeUsage, readUsage, usageKeptDays } from '../../src/jobs/usage.ts'
import { documentOf, testProvider } from '../support/providers.ts'
import { openWorkerHarness, type WorkerHarness } from '../support/worker.ts'

const priced = { ...documentOf('Hello.'), usage: { pages: 3, cost: 0.0125 } }
const judged = { ...documentOf('Hello.'), quality: { score: 0.93, scale: '0-1' } }
const doubted: Document = {
  ...documentOf('Hello.'),
  pages: [0.7, 0.99, 0.4].map((quality, index) => ({
    number: index + 1,
    width: null,
    height: null,
    rotation: 0,
    quality,
    blocks: [],
  })),
  warnings: [1, 3, 3].map((page) => ({ code: 'low_confidence', message: 'Unsure.', page })),
}
const abroad = { ...documentOf('Hello.'), usage: { cost: 7, currency: 'EUR' } }

let harness: WorkerHarness
before(async () => {
  harness = await openWorkerHarness([
    testProvider('free', async () => documentOf('Hello.')),
    testProvider('priced', async () => priced),
    testProvider('judged', async () => judged),
    testProvider('doubted', async () => doubted),
    testProvider('abroad', async () => abroad),
    testProvider('broken', async () => {
      throw new Error('no')
    }),
  ])
})
after(() => harness.close())
beforeEach(() => harness.database.query('delete from usage'))

const today = (): string => harness.clock().toISOString().slice(0, 10)
const usage = (range = { from: today(), to: today() }) => readUsage(harness.database, harness.accountId, range)
const run = async (request: Parameters<WorkerHarness['upload']>[0]): Promise<string> => {
  const { id } = await harness.upload(request)
  await harness.deliverAll()
  return id
}

test('every run that has been read counts its pages and cost for its provider, in parse and compare alike', async () => {
  await run({ provider: 'priced' })
  await run({ operation: 'compare', providers: ['free', 'priced'] })
  assert.deepEqual(await usage(), [
    { day: today(), provider: 'free', jobs: 1, pages: 1, cost: 0 },
    { day: today(), provider: 'priced', jobs: 2, pages: 6, cost: 25_000 },
  ])
})

test('what failed, and a cost in another currency, is not counted', async () => {
  await run({ provider: 'broken' })
  await run({ provider: 'abroad' })
  assert.deepEqual(await usage(), [{ day: today(), provider: 'abroad', jobs: 1, pages: 1, cost: 0 }])
})

test('erasing a job leaves what was read for it, and other accounts and days do not see it', async () => {
  const id = await run({ provider: 'priced' })
  await eraseJob(harness.parts, harness.accountId, id)
  const counted = await usage()
  assert.equal(counted.length, 1)
  assert.deepEqual(await readUsage(harness.database, randomUUID(), { from: today(), to: today() }), [])
  assert.deepEqual(await usage({ from: '2000-01-01', to: '2000-12-31' }), [])
})

test('rows are added up without changing any sum, also while others are added', async () => {
  for (let n = 0; n < 3; n += 1) await run({ provider: 'priced' })
  const before = await usage()
  const [folded] = await Promise.all([
    foldUsage(harness.database, harness.clock()),
    foldUsage(harness.database, harness.clock()),
    run({ provider: 'free' }),
  ])
  assert.ok(folded <= 1)
  assert.deepEqual(
    (await usage()).filter(({ provider }) => provider === 'priced'),
    before,
  )
  assert.equal((await harness.database.query(`select 1 from usage where provider = 'priced'`)).length, 1)
  assert.equal(await foldUsage(harness.database, harness.clock()), 0)
})

test('a key has used the pages of its own jobs of this day', async () => {
  const [keyId, other] = [randomUUID(), randomUUID()]
  const add = (key: string, day: string, pages: number) =>
    harness.database.query(
      `insert into usage (account_id, key_id, day, provider, jobs, pages, cost) values ($1, $2, $3, 'free', 1, $4, 0)`,
      [harness.accountId, key, day, pages],
    )
  const used = () => pagesToday(harness.database, { accountId: harness.accountId, keyId }, harness.clock())
  assert.equal(await used(), 0)
  await add(keyId, today(), 5)
  await add(keyId, today(), 2)
  await add(keyId, '2000-01-01', 100)
  await add(other, today(), 1000)
  assert.equal(await used(), 7)
  await foldUsage(harness.database, harness.clock())
  assert.equal(await used(), 7)
})

test('usage is kept for longer than a year', async () => {
  await run({ provider: 'free' })
  const inDays = (days: number) => new Date(harness.clock().getTime() + days * 24 * 3_600_000)
  assert.equal(await purgeUsage(harness.database, inDays(usageKeptDays)), 0)
  assert.equal(await purgeUsage(harness.database, inDays(usageKeptDays + 1)), 1)
})

test('the list of jobs says what each has cost at all its providers, and how that of a parse judges its text', async () => {
  const [paid, rated] = [await run({ provider: 'priced' }), await run({ provider: 'judged' })]
  const both = await run({ operation: 'compare', providers: ['judged', 'priced'] })
  const failed = await run({ provider: 'broken' })
  const page = { limit: 100, keptSince: null }
  const { jobs } = await listJobs(harness.database, harness.accountId, {}, page)
  const figuresOf = (id: string) => jobs.filter((job) => job.id === id).map(({ cost, quality }) => ({ cost, quality }))
  assert.deepEqual(figuresOf(paid), [{ cost: 12_500, quality: null }])
  assert.deepEqual(figuresOf(rated), [{ cost: 0, quality: Math.fround(0.93) }])
  assert.deepEqual(figuresOf(both), [{ cost: 12_500, quality: null }])
  assert.deepEqual(figuresOf(failed), [{ cost: null, quality: null }])
})

test('the list of jobs counts warnings and the pages of a parse that its reader is not sure of, and names the worst', async () => {
  const [unsure, sure] = [await run({ provider: 'doubted' }), await run({ provider: 'free' })]
  const both = await run({ operation: 'compare', providers: ['doubted', 'free'] })
  const failed = await run({ provider: 'broken' })
  const { jobs } = await listJobs(harness.database, harness.accountId, {}, { limit: 100, keptSince: null })
  const doubtsOf = (id: string) => {
    const job = jobs.find((each) => each.id === id)
    return [job?.warningCount, job?.doubtedPages]
  }
  assert.deepEqual(doubtsOf(unsure), [4, { count: 2, worst: 3 }], 'one more because no page has text')
  assert.deepEqual(doubtsOf(sure), [0, null])
  assert.deepEqual(doubtsOf(both), [4, null])
  assert.deepEqual(doubtsOf(failed), [null, null])
})
