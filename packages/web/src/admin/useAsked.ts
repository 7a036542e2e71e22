import { useEffect } from 'react'
import { ProblemError } from '../api/errors.ts'
import { useAnswer, type Asked } from '../api/useAnswer.ts'

/** A request to the admin routes; a token that is no longer valid signs out. */
export const useAsked = <Value>(
  ask: (signal: AbortSignal) => Promise<Value>,
  onRefused: () => void,
): readonly [Asked<Value>, () => void] => {
  const [asked, again] = useAnswer(ask)
  useEffect(() => {
    if (asked.state === 'failed' && asked.error instanceof ProblemError && asked.error.problem.code === 'unauthorized')
      onRefused()
  }, [asked, onRefused])
  return [asked, again]
}
