import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createDebts } from '../../src/queue/debts.ts'

const open = (slots: number) => {
  let time = 1000
  return {
    ...createDebts(slots, () => time),
    wait: (seconds: number) => {
      time += seconds
    },
  }
}

describe('an account', () => {
  it('owes the time that its runs have had, until the slots have worked for as long', () => {
    const debts = open(2)
    debts.charge('a', 10)
    debts.wait(4)
    assert.deepEqual(debts.leftOut(), [['a'], []])
    debts.charge('a', 6)
    debts.wait(3.4)
    assert.deepEqual(debts.leftOut(), [['a'], []])
    debts.wait(0.2)
    assert.deepEqual(debts.leftOut(), [[]])
  })

  it('owes nothing for runs that take no time to speak of', () => {
    const debts = open(2)
    for (let run = 0; run < 1000; run += 1) {
      debts.charge('a', 0.2)
      debts.wait(0.1)
    }
    assert.deepEqual(debts.leftOut(), [[]])
  })

  it('that owes more comes after one that owes less', () => {
    const debts = open(1)
    debts.charge('a', 5)
    debts.charge('b', 30)
    debts.charge('c', 8)
    assert.deepEqual(debts.leftOut(), [['b', 'c', 'a'], ['b'], []])
    debts.wait(6)
    assert.deepEqual(debts.leftOut(), [['b', 'c'], ['b'], []])
  })

  it('owes no more than two minutes, however much it has used', () => {
    const debts = open(1)
    for (let run = 0; run < 20; run += 1) debts.charge('a', 900)
    debts.wait(120)
    assert.deepEqual(debts.leftOut(), [[]])
  })
})
