/*
 * Slots are shared by the seconds that accounts use, and not by the number of runs: a small document may take minutes.
 * Every account has a clock, which goes on by the seconds for which its runs have slots. The account whose clock shows
 * least comes next. One that comes back from a pause goes on from the least that the others show, so no account saves up
 * time, or pays for what it used while there was nothing else to do.
 */

/** The time that the first run of an account is expected to take. */
const unknownSeconds = 1

/** The weight of the last run in the expected time of the next. */
const weightOfLast = 0.3

type RunningClock = {
  /** Used by runs that have ended. */
  used: number
  /** The expected time of the runs to come. */
  expected: number
  readonly startedAt: number[]
}

/** A clock for each account, or for each lane of runs. */
export type Clocks = {
  /** A run under the key has got a slot; call the function once, when it gives that back. */
  start(key: string): () => void
  /** Returns how many runs under the key have slots. */
  running(key: string): number
  /** The keys with runs that wait, in the order in which they come next. */
  inOrder(waiting: Iterable<string>): string[]
}

/** `now` in seconds. From its start on, a run counts for what it is expected to take, and then for what it takes. */
export const createClocks = (now: () => number = () => performance.now() / 1000): Clocks => {
  const clocks = new Map<string, RunningClock>()
  /** The least that a key has used that has runs. It never goes back. */
  let least = 0

  const clockOf = (key: string): RunningClock => {
    const known = clocks.get(key)
    if (known !== undefined) return known
    const clock = { used: least, expected: unknownSeconds, startedAt: [] }
    clocks.set(key, clock)
    return clock
  }

  const shown = ({ used, expected, startedAt }: RunningClock, time: number): number =>
    startedAt.reduce((sum, start) => sum + Math.max(expected, time - start), used)

  /** Forgets keys without runs that are behind, and sets those forward that come back. */
  const follow = (waiting: ReadonlySet<string>): void => {
    const hasRuns = ([key, { startedAt }]: [string, RunningClock]): boolean => waiting.has(key) || startedAt.length > 0
    const used = [...clocks].filter(hasRuns).map(([, clock]) => clock.used)
    if (used.length > 0) least = Math.max(least, Math.min(...used))
    for (const [key, clock] of clocks)
      if (clock.used <= least && !hasRuns([key, clock])) clocks.delete(key)
      else clock.used = Math.max(clock.used, least)
  }

  return {
    start: (key) => {
      const clock = clockOf(key)
      const start = now()
      clock.startedAt.push(start)
      return () => {
        const seconds = now() - start
        clock.startedAt.splice(clock.startedAt.indexOf(start), 1)
        clock.used += seconds
        clock.expected += (seconds - clock.expected) * weightOfLast
      }
    },
    running: (key) => clocks.get(key)?.startedAt.length ?? 0,
    inOrder: (waiting) => {
      const keys = new Set(waiting)
      follow(keys)
      const time = now()
      const shows = new Map([...keys].map((key) => [key, shown(clockOf(key), time)] as const))
      return [...keys].toSorted((one, other) => (shows.get(one) ?? 0) - (shows.get(other) ?? 0))
    },
  }
}
