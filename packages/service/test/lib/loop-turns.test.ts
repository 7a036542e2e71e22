import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLoopTurns } from '../../src/lib/loop-turns.ts'

test('whatever else there is to do has a turn of the event loop between two that were asked for together', async () => {
  const nextTurn = createLoopTurns()
  const done: string[] = []
  const other = () => {
    done.push('other')
    if (done.filter((what) => what !== 'other').length < 3) setImmediate(other)
  }
  setImmediate(other)
  await Promise.all(['first', 'second', 'third'].map((name) => nextTurn('all').then(() => done.push(name))))
  const order = done.filter((what, index) => what !== done[index - 1])
  assert.deepEqual(
    order.filter((what) => what !== 'other'),
    ['first', 'second', 'third'],
  )
  assert.ok(done.indexOf('second') - done.indexOf('first') > 1)
  assert.ok(done.indexOf('third') - done.indexOf('second') > 1)
})

test('the turns of one key do not come before those of another that was asked for later', async () => {
  const nextTurn = createLoopTurns()
  const done: string[] = []
  const asked = ['many', 'many', 'many', 'other', 'other']
  await Promise.all(asked.map((key) => nextTurn(key).then(() => done.push(key))))
  assert.deepEqual(done, ['many', 'other', 'many', 'other', 'many'])
})
