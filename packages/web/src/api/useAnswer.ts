import { useCallback, useEffect, useState } from 'react'

export type Asked<Value> =
  | { readonly state: 'asking' }
  | { readonly state: 'answered'; readonly value: Value }
  | { readonly state: 'failed'; readonly error: unknown }

/** What a request answers, asked again when `ask` is another function or `again` is called; the old answer stays till then. */
export const useAnswer = <Value>(ask: (signal: AbortSignal) => Promise<Value>): readonly [Asked<Value>, () => void] => {
  const [asked, setAsked] = useState<Asked<Value>>({ state: 'asking' })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    ask(abort.signal).then(
      (value) => {
        if (!abort.signal.aborted) setAsked({ state: 'answered', value })
      },
      (error: unknown) => {
        if (!abort.signal.aborted) setAsked({ state: 'failed', error })
      },
    )
    return () => abort.abort()
  }, [ask, turn])
  return [asked, useCallback(() => setTurn((before) => before + 1), [])]
}
