import type { Clock } from '../lib/clock.ts'
import type { Queryable } from './database.ts'

/** The interval at which the database is asked for its time. */
const everyMs = 10_000

/** The clock of this machine may go ahead or back so far before it is noticed, in milliseconds. */
const noticedMs = 1000

/** The time of the database, by when it was known here: by a counter that only counts, and by the clock of this machine. */
type DatabaseTimeSample = { readonly time: number; readonly counted: number; readonly own: number }

/**
 * The time of the database, the one clock of a fleet: what is due, expires or is deleted does not depend on what the
 * clock of a machine says. Between two questions it goes on by a counter that nobody sets; when the machine has slept or
 * its clock was set, the database is asked again at once, and until it answers the time is rather too early.
 */
export const followDatabaseClock = async (
  database: Queryable,
): Promise<{ readonly clock: Clock; readonly close: () => void }> => {
  let known = (await sampleDatabaseTime(database)).known
  let asking: Promise<void> | null = null
  const askAgain = async (): Promise<void> => {
    try {
      const { known: found, uncertainMs } = await sampleDatabaseTime(database)
      const differsBy = found.time - (known.time + found.counted - known.counted)
      // A slow answer says less than what is known.
      if (Math.abs(differsBy) > uncertainMs) known = found
    } catch {
      // Asked again before long.
    } finally {
      asking = null
    }
  }
  const timer = setInterval(() => void (asking ??= askAgain()), everyMs)
  timer.unref()
  const clock = (): Date => {
    const [counted, own] = [performance.now(), Date.now()]
    const time = known.time + counted - known.counted
    if (Math.abs(own - known.own - (counted - known.counted)) > noticedMs) {
      known = { time, counted, own }
      asking ??= askAgain()
    }
    return new Date(time)
  }
  return { clock, close: () => clearInterval(timer) }
}

/** `uncertainMs`: by how much the time may be wrong, because nobody knows when the answer was on its way. */
const sampleDatabaseTime = async (database: Queryable): Promise<{ known: DatabaseTimeSample; uncertainMs: number }> => {
  const asked = performance.now()
  const [row] = await database.query<{ time: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as time',
  )
  if (row === undefined) throw new TypeError('a select without a table has one row')
  const answered = performance.now()
  const uncertainMs = (answered - asked) / 2
  const known = { time: row.time, counted: asked + uncertainMs, own: Date.now() - uncertainMs }
  return { known, uncertainMs }
}
