/**
 * Stops asking somebody who has not been able to answer several times in a row, and after a pause lets one request find
 * out whether he is back.
 */
export type CircuitBreaker = {
  /** Milliseconds to leave him alone; 0: ask, and say with one of the others what came of it. */
  enter(): number
  succeeded(): void
  failed(): void
  /** It did not come to an answer, for reasons of ours. */
  gaveUp(): void
}

export const createCircuitBreaker = ({
  failures = 5,
  pauseMs = 15_000,
  now = () => performance.now(),
}: { failures?: number; pauseMs?: number; now?: () => number } = {}): CircuitBreaker => {
  let inARow = 0
  let closedUntil = 0
  let probing = false
  return {
    enter: () => {
      if (inARow < failures) return 0
      const wait = closedUntil - now()
      if (wait > 0) return wait
      // One finds out for all.
      if (probing) return 1000
      probing = true
      return 0
    },
    succeeded: () => {
      inARow = 0
      probing = false
    },
    failed: () => {
      inARow += 1
      probing = false
      closedUntil = now() + pauseMs
    },
    gaveUp: () => {
      probing = false
    },
  }
}
