import { useCallback, useEffect, useState } from 'react'

/**
 * Looks at once, and again after the milliseconds that `look` resolves to, while the page can be seen and when it is seen
 * again. `look` handles its own failures, and starts over when it changes or `refresh` is called.
 */
export const useRefreshed = (look: (signal: AbortSignal) => Promise<number>): (() => void) => {
  const [turn, setTurn] = useState(0)
  const refresh = useCallback(() => setTurn((before) => before + 1), [])

  useEffect(() => {
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const next = async () => {
      const pauseMs = await look(abort.signal)
      if (!abort.signal.aborted) timer = setTimeout(() => (document.hidden ? undefined : void next()), pauseMs)
    }
    void next()
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [look, turn])

  useEffect(() => {
    window.addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [refresh])

  return refresh
}
