import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createClocks } from '../../src/queue/clocks.ts'
import { spareSlots } from '../../src/queue/queue.ts'
import { simulateSlots, type SimulatedRun } from '../support/simulate-slots.ts'

const open = () => {
  let time = 1000
  const clocks = createClocks(() => time)
  const wait = (seconds: number): void => {
    time += seconds
  }
  return {
    ...clocks,
    wait,
    use: (key: string, seconds: number): void => {
      const stop = clocks.start(key)
      wait(seconds)
      stop()
    },
  }
}

describe('the account that comes next', () => {
  it('is that which has used least', () => {
    const clocks = open()
    const all = ['a', 'b', 'c']
    clocks.inOrder(all)
    clocks.use('a', 30)
    clocks.use('b', 5)
    clocks.use('c', 8)
    assert.deepEqual(clocks.inOrder(all), ['b', 'c', 'a'])
    clocks.use('b', 4)
    assert.deepEqual(clocks.inOrder(all), ['c', 'b', 'a'])
  })

  it('is one with a run that is expected to take little before one whose runs take long', () => {
    const clocks = open()
    const all = ['a', 'b']
    clocks.inOrder(all)
    for (let run = 0; run < 20; run += 1) clocks.use('a', 60)
    for (let run = 0; run < 1200; run += 1) clocks.use('b', 1)
    clocks.start('a')
    clocks.start('b')
    assert.deepEqual(clocks.inOrder(all), ['b', 'a'])
  })

  it('is not one that has a run for longer than expected', () => {
    const clocks = open()
    clocks.inOrder(['a', 'b'])
    clocks.start('a')
    clocks.wait(600)
    clocks.start('b')
    assert.deepEqual(clocks.inOrder(['a', 'b']), ['b', 'a'])
  })

  it('has saved nothing up in a pause, and owes nothing for what it used alone', () => {
    const clocks = open()
    const stop = clocks.start('busy')
    stop()
    for (let run = 0; run < 20; run += 1) {
      clocks.inOrder(['busy'])
      clocks.use('busy', 900)
    }
    // It comes after a pause: the two share from now on.
    clocks.inOrder(['busy', 'late'])
    clocks.use('late', 10)
    assert.deepEqual(clocks.inOrder(['busy', 'late']), ['busy', 'late'])
    clocks.use('busy', 20)
    assert.deepEqual(clocks.inOrder(['busy', 'late']), ['late', 'busy'])
  })
})

const runsOf = (account: string, count: number, seconds: number, at = 0): SimulatedRun[] =>
  Array.from({ length: count }, () => ({ account, at, seconds }))

/** Every two minutes, hardly ever when a slot has just become free. */
const nowAndThen = (seconds: number): SimulatedRun[] =>
  Array.from({ length: 100 }, (_, index) => ({ account: 'small', at: 117 * index + (index % 7) * 1.3, seconds }))

describe('Slots that accounts share by their clocks', () => {
  it('start a small job of a third account before the long documents that others have waiting', () => {
    const others = [...runsOf('long', 1000, 60), ...runsOf('medium', 100, 10)]
    for (const concurrency of [1, 2, 8]) {
      const { waits } = simulateSlots([...others, ...nowAndThen(0.2)], { concurrency, spare: spareSlots })
      assert.ok((waits.get('small') ?? []).every((seconds) => seconds <= 1))
    }
  })

  it('would have it wait for half a document without spare ones, because nothing takes a slot away', () => {
    const runs = [...runsOf('long', 1000, 60), ...runsOf('other', 1000, 60), ...nowAndThen(0.2)]
    const { waits } = simulateSlots(runs, { concurrency: 2, spare: 0 })
    const small = waits.get('small') ?? []
    assert.ok(small.reduce((sum, seconds) => sum + seconds, 0) / small.length > 10)
  })

  it('give accounts the same time, however long their documents take', () => {
    const runs = [...runsOf('long', 1000, 60), ...runsOf('medium', 5000, 6), ...runsOf('short', 20_000, 0.5)]
    const { used } = simulateSlots(runs, { concurrency: 4, spare: 0, until: 6000 })
    for (const seconds of used.values()) assert.ok(Math.abs(seconds - 8000) < 200, `${seconds}`)
  })

  it('give one that has come later as much from then on, and nothing for the time before', () => {
    const runs = [...runsOf('early', 1000, 60), ...runsOf('late', 1000, 60, 3600)]
    const { used } = simulateSlots(runs, { concurrency: 2, spare: 0, until: 7200 })
    assert.ok(Math.abs((used.get('late') ?? 0) - 3600) < 200)
  })

  it('are not kept from a burst by many accounts with little', () => {
    const many = Array.from({ length: 50 }, (_, index) => runsOf(`account ${index}`, 4, 5, index)).flat()
    const burst = runsOf('small', 10, 1, 20)
    const { waits } = simulateSlots([...runsOf('long', 1000, 60), ...many, ...burst], { concurrency: 4, spare: 2 })
    assert.ok((waits.get('small') ?? []).every((seconds) => seconds < 120))
  })
})
