import type { Clock } from '../../src/lib/clock.ts'

/** A clock that stands still until it is advanced. */
export const testClock = (start = new Date('2026-01-01T00:00:00Z')): Clock & { advance(seconds: number): void } => {
  let now = start.getTime()
  const read = () => new Date(now)
  return Object.assign(read, {
    advance: (seconds: number) => {
      now += seconds * 1000
    },
  })
}

/** The same clock as one sees it who is so many seconds ahead. */
export const skewedClock =
  (clock: Clock, seconds: number): Clock =>
  () =>
    new Date(clock().getTime() + seconds * 1000)
