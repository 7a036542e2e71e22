const maxSeconds = 60

/**
 * The pause after the n-th failure: anything up to 2, 4, 8 … 60 seconds ("full jitter"), so that those who failed
 * together do not come back together; never sooner than the vendor asked.
 */
export const jitteredSeconds = (failures: number, retryAfterSeconds = 0): number =>
  retryAfterSeconds + Math.random() * Math.min(maxSeconds, 2 ** (failures + 1))

/** The same with a last try at the deadline; null when that is over, or over before the vendor wants to be asked. */
export const pauseBefore = (secondsLeft: number, failures: number, retryAfterSeconds = 0): number | null =>
  retryAfterSeconds < secondsLeft ? Math.min(secondsLeft, jitteredSeconds(failures, retryAfterSeconds)) : null
