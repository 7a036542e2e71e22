import { useCallback, useEffect, useState } from 'react'

export type RequestState<Value> =
  | { readonly state: 'pending' }
  | { readonly state: 'loaded'; readonly value: Value }
  | { readonly state: 'failed'; readonly error: unknown }

/** The state of a request, repeated when `load` changes or `reload` is called; the old value stays until then. */
export const useRequest = <Value>(
  load: (signal: AbortSignal) => Promise<Value>,
): readonly [RequestState<Value>, () => void] => {
  const [request, setRequest] = useState<RequestState<Value>>({ state: 'pending' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    load(abort.signal).then(
      (value) => {
        if (!abort.signal.aborted) setRequest({ state: 'loaded', value })
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setRequest({ state: 'failed', error })
      },
    )
    return () => abort.abort()
  }, [load, turn])
  return [request, useCallback(() => setTurn((before) => before + 1), [])]
}
