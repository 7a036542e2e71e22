/** The time that some work has taken so far, in milliseconds: of all processors together, and by the clock. */
export type TimeTaken = { readonly cpuMs: number; readonly clockMs: number }

export type Stopwatch = {
  /**
   * Has to be called several times a second while the work goes on.
   *
   * @param cpuMs what the process or thread that does it has used since it was started; null where that is unknown:
   *   then it counts as having worked all the time
   */
  look(cpuMs: number | null): TimeTaken
  /** The time since the last look does not count by the clock: the work had paused. */
  resume(): void
}

/**
 * The ratio of the time that a work may take by the clock to its CPU time. Behind every limit of CPU time there is one
 * of the clock, for work that waits for ever: a busy machine reaches it as well, so a work that it ends is tried once
 * more.
 */
export const clockFactor = 10

/** More than this between two looks does not count: the machine slept, or had no time even to look. */
const longestGapMs = 1000

/**
 * Measures work whose limits are meant for the document: how long a machine leaves it waiting is not its fault. CPU time
 * counts from the first look that knows it.
 */
export const createStopwatch = (): Stopwatch => {
  let at = performance.now()
  let before: number | null = null
  let taken: TimeTaken = { cpuMs: 0, clockMs: 0 }
  return {
    look: (cpuMs) => {
      const now = performance.now()
      const passed = Math.min(longestGapMs, now - at)
      const worked = cpuMs === null ? passed : cpuMs - (before ?? cpuMs)
      at = now
      before = cpuMs
      taken = { cpuMs: taken.cpuMs + Math.max(0, worked), clockMs: taken.clockMs + passed }
      return taken
    },
    resume: () => {
      at = performance.now()
    },
  }
}
