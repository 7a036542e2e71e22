import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { documentWith } from '@polyparse/test-support/documents'
import { withCost } from '../../src/worker/rendering/cost.ts'
import { closeRemoteRuns, openRemoteRun } from '../support/remote-run.ts'

afterEach(closeRemoteRuns)

const threePages = documentWith([[], [], []])
const price = { perPage: 0.01, perCredit: null }

describe('what a document cost', () => {
  it('is estimated by the known price of a page, where the provider does not tell', () => {
    assert.deepEqual(withCost(threePages, price).usage, { cost: 0.03, currency: 'USD', costIsEstimate: true })
    const counted = { ...threePages, usage: { pages: 2 } }
    assert.deepEqual(withCost(counted, price).usage, { pages: 2, cost: 0.02, currency: 'USD', costIsEstimate: true })
  })

  it('is estimated by credits where they have a price', () => {
    const charged = { ...threePages, usage: { credits: 20 } }
    assert.equal(withCost(charged, { perPage: 1, perCredit: 0.00125 }).usage?.cost, 0.025)
    assert.equal(withCost(charged, price).usage?.cost, 0.03)
  })

  it('is what the provider says, and nothing where nobody charges', () => {
    const told = { ...threePages, usage: { cost: 0.5, currency: 'EUR' } }
    assert.deepEqual(withCost(told, price).usage, { cost: 0.5, currency: 'EUR', costIsEstimate: false })
    assert.equal(withCost(threePages, null).usage, undefined)
  })

  it("is in the result, by the operator's price and the options of the job", async () => {
    const { upload, deliverAll, body } = await openRemoteRun({
      price: { perPage: 0.25, byOption: { option: 'tier', prices: { best: 0.5 } } },
    })
    for (const { options, cost } of [
      { options: {}, cost: 0.25 },
      { options: { tier: 'best' }, cost: 0.5 },
    ]) {
      const job = await upload({ providerOptions: { remote: options } })
      await deliverAll()
      assert.partialDeepStrictEqual(await body(job.id), {
        result: { usage: { pages: 1, credits: 3, cost, currency: 'USD', costIsEstimate: true } },
      })
    }
  })
})
