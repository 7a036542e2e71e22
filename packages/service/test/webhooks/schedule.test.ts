import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pauseAfter } from '../../src/webhooks/schedule.ts'

const hour = 3_600_000
const endedForSeconds = 0

test('a webhook that always fails is tried with growing pauses, and a last time after 24 hours', () => {
  const times = [0]
  for (let attempt = 1; ; attempt += 1) {
    const now = times.at(-1) ?? 0
    const pause = pauseAfter({ attempt, endedForSeconds: now / 1000 }, 0)
    if (pause === null) break
    times.push(now + pause)
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
  const pauses = Array.from({ length: 20 }, () => pauseAfter({ attempt: 4, endedForSeconds }, 0))
  assert.ok(new Set(pauses).size > 10)
})

test('a receiver that asks for a pause gets it, but for no more than six hours at a time', () => {
  assert.equal(pauseAfter({ attempt: 1, endedForSeconds }, 90_000), 90_000)
  assert.equal(pauseAfter({ attempt: 1, endedForSeconds }, 1000 * hour), 6 * hour)
})

test('a service that was down at the end of the time tries once more, and then never again', () => {
  assert.equal(pauseAfter({ attempt: 1, endedForSeconds: 30 * 3600 }, 0), null)
})
