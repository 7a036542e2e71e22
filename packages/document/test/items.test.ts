import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { firstOf, itemAt, lastOf, pairwise } from '@polyparse/document/items'

describe('An item that a list is known to have', () => {
  it('is the one at the index, of a list and of numbers in memory', () => {
    assert.equal(itemAt(['a', 'b'], 1), 'b')
    assert.equal(itemAt(Uint8Array.of(0, 7), 0), 0)
    assert.equal(itemAt([null], 0), null)
    assert.equal(firstOf(['a', 'b']), 'a')
    assert.equal(lastOf(['a', 'b']), 'b')
  })

  it('is never one that is made up: without it, an error says the index and the length', () => {
    for (const index of [-1, 2, 0.5, Number.NaN])
      assert.throws(() => itemAt(['a', 'b'], index), new RangeError(`there is no item ${index} in a list of 2`))
    assert.throws(() => firstOf([]), new RangeError('there is no item 0 in a list of 0'))
    assert.throws(() => lastOf([]), new RangeError('there is no item -1 in a list of 0'))
  })
})

describe('The pairs of a list', () => {
  it('are each item with the one after it', () => {
    assert.deepEqual(pairwise(['a', 'b', 'c']), [
      ['a', 'b'],
      ['b', 'c'],
    ])
    assert.deepEqual(pairwise(['a']), [])
    assert.deepEqual(pairwise([]), [])
  })
})
