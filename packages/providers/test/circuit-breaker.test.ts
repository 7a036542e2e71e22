import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createCircuitBreaker } from '../src/circuit-breaker.ts'

const open = () => {
  let time = 0
  const breaker = createCircuitBreaker({ failures: 2, pauseMs: 1000, now: () => time })
  const fail = () => {
    assert.equal(breaker.enter(), 0)
    breaker.failed()
  }
  return { breaker, fail, pass: (milliseconds: number) => void (time += milliseconds) }
}

describe('a circuit breaker', () => {
  it('opens after a number of failures in a row, for its pause', () => {
    const { breaker, fail, pass } = open()
    fail()
    assert.equal(breaker.enter(), 0)
    breaker.succeeded()
    fail()
    fail()
    assert.equal(breaker.enter(), 1000)
    pass(999)
    assert.equal(breaker.enter(), 1)
  })

  it('then lets a single request through, and closes when it succeeds', () => {
    const { breaker, fail, pass } = open()
    fail()
    fail()
    pass(1000)
    assert.equal(breaker.enter(), 0)
    assert.ok(breaker.enter() > 0, 'the others wait')
    breaker.succeeded()
    assert.equal(breaker.enter(), 0)
  })

  it('opens again when that one fails, and lets another through when it gets no answer', () => {
    const { breaker, fail, pass } = open()
    fail()
    fail()
    pass(1000)
    fail()
    assert.equal(breaker.enter(), 1000)
    pass(1000)
    assert.equal(breaker.enter(), 0)
    breaker.gaveUp()
    assert.equal(breaker.enter(), 0)
  })
})
