import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextAttempt } from '../../src/webhooks/schedule.ts'

const endedAt = new Date('2026-01-01T00:00:00Z')
const hour = 3_600_000
const at = (milliseconds: number) => new Date(endedAt.getTime() + milliseconds)

test('a webhook that always fails is tried with growing pauses, and a last time after 24 hours', () => {
  const times = [0]
  for (let attempt = 1; ; attempt += 1) {
    const next = nextAttempt({ attempt, endedAt }, 0, at(times.at(-1) ?? 0))
    if (next === null) break
    times.push(next.getTime() - endedAt.getTime())
  }
  const pauses = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 1000)
  for (const [index, least] of [5, 60, 300, 1800, 7200, 14_400, 21_600].entries()) {
    const pause = pauses[index] ?? 0
    assert.ok(pause >= least && pause <= least * 1.2, `${pause} s is ${least} s, or up to a fifth more`)
  }
  assert.equal(times.at(-1), 24 * hour)
  assert.ok(times.length >= 9 && times.length <= 11)
})

test('simultaneous failures are not retried simultaneously', () => {
  const next = Array.from({ length: 20 }, () => nextAttempt({ attempt: 4, endedAt }, 0, endedAt)?.getTime())
  assert.ok(new Set(next).size > 10)
})

test('a receiver that asks for a pause gets it, but for no more than six hours at a time', () => {
  assert.deepEqual(nextAttempt({ attempt: 1, endedAt }, 90_000, endedAt), at(90_000))
  assert.deepEqual(nextAttempt({ attempt: 1, endedAt }, 1000 * hour, endedAt), at(6 * hour))
})

test('a service that was down at the end of the time tries once more, and then never again', () => {
  assert.equal(nextAttempt({ attempt: 1, endedAt }, 0, at(30 * hour)), null)
})
