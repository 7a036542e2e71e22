import assert from 'node:assert/strict'
import { it } from 'node:test'
import { followDatabaseClock } from '../../src/db/database-clock.ts'
import type { Queryable } from '../../src/db/database.ts'
import { openTestDatabase } from '../support/database.ts'
import { setClockWrong } from '../support/wrong-clock.ts'

const day = 24 * 3_600_000

/** A database that counts how often it is asked, whose clock can be set, and that can be away. */
const openSettable = () => {
  const state = { ahead: 0, isAway: false, asked: 0 }
  const began = performance.now()
  const time = () => Date.UTC(2026, 0, 1) + performance.now() - began + state.ahead
  const answer = async () => {
    state.asked += 1
    if (state.isAway) throw new Error('away')
    return { time: time() }
  }
  return { state, time, answer }
}

const follow = async (t: { after: (close: () => void) => void }, answer: () => Promise<{ time: number }>) => {
  const database: Queryable = {
    // The statement has one row of one column.
    query: async <Row extends object>() =>
      [await answer()].filter((row): row is Row & { time: number } => 'time' in row),
  }
  const { clock, close } = await followDatabaseClock(database)
  t.after(close)
  return () => clock().getTime()
}

const near = (one: number, other: number) => Math.abs(one - other) < 1000

it('tells the time of the database', async (t) => {
  const database = await openTestDatabase()
  const { clock, close } = await followDatabaseClock(database)
  t.after(async () => {
    close()
    await database.close()
  })
  const [row] = await database.query<{ now: Date }>('select clock_timestamp() as now')
  assert.ok(row)
  assert.ok(near(clock().getTime(), row.now.getTime()), `${clock().toISOString()} ${row.now.toISOString()}`)
})

for (const days of [8, -8])
  it(`is not moved by a machine whose clock is set by ${days} days, and asks the database at once`, async (t) => {
    const { state, time, answer } = openSettable()
    const now = await follow(t, answer)
    t.after(setClockWrong(days * day))
    assert.ok(near(now(), time()))
    assert.equal(state.asked, 2)
    assert.ok(near(now(), time()))
    assert.equal(state.asked, 2)
  })

it('follows the database when a machine has slept, and goes on while the database is away', async (t) => {
  const { state, time, answer } = openSettable()
  const now = await follow(t, answer)
  // The clock of a machine goes on while it sleeps, and nothing else.
  t.after(setClockWrong(day))
  state.ahead = day
  state.isAway = true
  assert.ok(near(now(), time() - day))
  await new Promise((resolve) => setImmediate(resolve))
  state.isAway = false
  setClockWrong(day)
  now()
  await new Promise((resolve) => setImmediate(resolve))
  assert.ok(near(now(), time()))
})
