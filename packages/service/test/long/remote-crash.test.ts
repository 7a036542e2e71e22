import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crashEscalating, crashEverywhere, crashVendorEverywhere } from '../support/crash-everywhere.ts'
import { crashPageByPage } from '../support/crash-page-by-page.ts'
import { vendorNames } from '../../../providers/test/support/every-vendor.ts'

const everywhere = { stride: 1 }
const everyCall = function* () {
  for (let calls = 1; ; calls += 1) yield calls
}
const timeout = 1_800_000

test('wherever its worker is killed, a job ends, and a vendor that works for a while is asked once', { timeout }, () =>
  crashEverywhere({}, everywhere),
)

test('wherever its worker is killed, a job ends, and a vendor that answers at once is asked once', { timeout }, () =>
  crashEverywhere({ execution: 'sync' }, everywhere),
)

test('wherever its worker is killed, a job with an upload ends, and the vendor is asked once', { timeout }, () =>
  crashEverywhere({ uploads: true }, everywhere),
)

test('wherever its worker is killed, a job is complete where the vendor may be asked again', { timeout }, () =>
  crashEverywhere({ whenUnknown: 'retry' }, everywhere),
)

test('wherever its worker is killed, a job that has a vendor asked about a page is complete', { timeout }, () =>
  crashEscalating(everywhere),
)

test(
  'wherever its worker is killed, a job whose pages are asked about some at a time is complete, and none twice',
  { timeout },
  async () => {
    await crashPageByPage({ vendor: 'google-document-ai', pages: 8, dieAfter: everyCall(), resumes: false })
  },
)

for (const name of vendorNames) {
  test(`wherever its worker is killed, ${name} is never submitted to twice`, { timeout }, () =>
    crashVendorEverywhere(name, everywhere),
  )
}

test(
  'wherever its worker is killed, a job of many pages is complete, and no stored answer is asked for again',
  { timeout },
  async () => {
    await crashPageByPage({ vendor: 'vision', pages: 4, dieAfter: everyCall(), resumes: false })
  },
)

test(
  '200 pages are complete though the worker is killed ten times, and no stored answer is asked for again',
  { timeout },
  async () => {
    const dieAfter = Array.from({ length: 10 }, () => 100)
    assert.equal(await crashPageByPage({ vendor: 'vision', pages: 200, dieAfter, resumes: true }), 10)
  },
)
