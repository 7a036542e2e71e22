import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readRetryAfter, retryAfterHeader } from '../src/retry-after.ts'

const now = () => Date.parse('Sun, 06 Nov 1994 08:49:37 GMT')

describe('Retry-After', () => {
  it('is a number of seconds or a date', () => {
    assert.equal(readRetryAfter('3', null), 3)
    assert.equal(readRetryAfter('Sun, 06 Nov 1994 08:49:42 GMT', null, now), 5)
    assert.equal(readRetryAfter('Sunday, 06-Nov-94 08:49:42 GMT', null, now), 5)
    assert.equal(readRetryAfter('Sun, 06 Nov 1994 08:49:30 GMT', null, now), 0)
  })

  it('is a date by the clock of the answer', () => {
    assert.equal(readRetryAfter('Sun, 06 Nov 2044 08:49:42 GMT', 'Sun, 06 Nov 2044 08:49:40 GMT', now), 2)
  })

  it('is ignored when it is anything else', () => {
    for (const value of [undefined, null, '', 'soon', '-1x', '7.5', '-3', '2044-11-06', 'Soon, or never GMT'])
      assert.equal(readRetryAfter(value, null, now), null)
  })

  it('is written in whole seconds of which there is at least one', () => {
    assert.deepEqual(
      [0, 1, 1.2].map((seconds) => retryAfterHeader(seconds)['retry-after']),
      ['1', '1', '2'],
    )
  })
})
