import { setImmediate, setTimeout } from 'node:timers/promises'

/** A turn may have taken far longer by the clock than by its work, on a machine that is busy with something else. */
const maxPauseMs = 100

/**
 * Gives turns of the event loop to work that holds it up: to each key in turn, and under one key in the order in which they are
 * asked for. Between two of them everything else has its turn, and as much time as the last one took.
 */
export const createLoopTurns = (): ((key: string) => Promise<void>) => {
  /** The last turn under each key that waits: only the first of a key is in the line of all. */
  const lastUnder = new Map<string, Promise<void>>()
  let last: Promise<void> = Promise.resolve()
  const pause = async (): Promise<void> => {
    const startedAt = performance.now()
    await setImmediate()
    await setTimeout(Math.min(maxPauseMs, performance.now() - startedAt))
  }
  const take = (): Promise<void> => {
    const turn = last.then(() => setImmediate())
    // It asks first what time it is, and then whoever has the turn begins.
    last = turn.then(pause)
    return turn
  }
  return async (key) => {
    const turn = (lastUnder.get(key) ?? Promise.resolve()).then(take)
    lastUnder.set(key, turn)
    await turn
    if (lastUnder.get(key) === turn) lastUnder.delete(key)
  }
}
