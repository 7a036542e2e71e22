/** Work of which only so much under one key goes on at a time; the rest waits, in the order in which it came. */
export type KeyedLimit = {
  /** Rejects with the reason of the signal when that is aborted before the work begins. */
  run<Result>(key: string, work: () => Promise<Result>, signal: AbortSignal): Promise<Result>
}

export const createKeyedLimit = (limit: number): KeyedLimit => {
  const keys = new Map<string, { active: number; readonly waiting: Set<() => void> }>()

  return {
    run: async (key, work, signal) => {
      signal.throwIfAborted()
      const state = keys.get(key) ?? { active: 0, waiting: new Set() }
      keys.set(key, state)
      if (state.active < limit) state.active += 1
      else await waitForPlace(state.waiting, signal)
      try {
        return await work()
      } finally {
        // A place passes from hand to hand while anybody waits for it.
        const [next] = state.waiting
        if (next !== undefined) {
          state.waiting.delete(next)
          next()
        } else {
          state.active -= 1
          if (state.active === 0) keys.delete(key)
        }
      }
    },
  }
}

const waitForPlace = async (waiting: Set<() => void>, signal: AbortSignal): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = (): void => {
    waiting.delete(resolve)
    reject(signal.reason)
  }
  waiting.add(resolve)
  signal.addEventListener('abort', leave, { once: true })
  try {
    await promise
  } finally {
    signal.removeEventListener('abort', leave)
  }
}
