/**
 * Stops requests to a service after several failures in a row, and after a pause lets one request through to find out
 * whether the service is back.
 */
export type CircuitBreaker = {
  /** Milliseconds until a request may be made; 0: make it, and report its outcome with one of the other functions. */
  enter(): number
  succeeded(): void
  failed(): void
  /** The request had no outcome, for reasons of our own. */
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
      // One request finds out for all.
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
