/** Between two attempts to reach the service again. */
const reconnectPauseMs = 2000

/** Waits before the next attempt; resolves early when it is aborted. */
export const pauseUnlessAborted = (signal: AbortSignal, ms: number = reconnectPauseMs): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
