import { setImmediate, setTimeout } from 'node:timers/promises'

/** By the clock a turn may have taken far longer than by its work, on a machine that is busy with something else. */
const maxPauseMs = 100

/**
 * Gives turns of the event loop, in the order in which they are asked for, to work that holds it up. Between two of them
 * everything else has its turn, and as much time as the last one took.
 */
export const createLoopTurns = (): (() => Promise<void>) => {
  let last: Promise<void> = Promise.resolve()
  const pause = async (): Promise<void> => {
    const startedAt = performance.now()
    await setImmediate()
    await setTimeout(Math.min(maxPauseMs, performance.now() - startedAt))
  }
  return () => {
    const turn = last.then(() => setImmediate())
    // It asks first what time it is, and then whoever has the turn begins.
    last = turn.then(pause)
    return turn
  }
}
