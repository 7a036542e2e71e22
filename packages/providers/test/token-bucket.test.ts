import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createTokenBucket } from '../src/token-bucket.ts'

describe('a token bucket', () => {
  it('lets twice its rate through at once, and then one at a time', () => {
    let time = 0
    const bucket = createTokenBucket(2, () => time)
    assert.deepEqual(
      Array.from({ length: 6 }, () => bucket.take()),
      [0, 0, 0, 0, 500, 1000],
    )
    time += 1500
    assert.equal(bucket.take(), 0)
    assert.equal(bucket.take(), 500)
  })

  it('takes back unused tokens, and saves up no more than it lets through at once', () => {
    let time = 0
    const bucket = createTokenBucket(1, () => time)
    assert.deepEqual([bucket.take(), bucket.take(), bucket.take()], [0, 0, 1000])
    bucket.giveBack()
    assert.equal(bucket.take(), 1000)
    time += 3_600_000
    assert.deepEqual([bucket.take(), bucket.take(), bucket.take()], [0, 0, 1000])
  })

  it('lets one through at once, however slow it is', () => {
    const bucket = createTokenBucket(0.1, () => 0)
    assert.deepEqual([bucket.take(), bucket.take()], [0, 10_000])
  })
})
