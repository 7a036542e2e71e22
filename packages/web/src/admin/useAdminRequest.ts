import { useEffect } from 'react'
import { AnsweredProblem } from '../api/errors.ts'
import { useRequest, type RequestState } from '../api/useRequest.ts'

/** A request to the admin routes; a token that is no longer valid signs out. */
export const useAdminRequest = <Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  onRefused: () => void,
): readonly [RequestState<Value>, () => void] => {
  const [request, reload] = useRequest(load)
  useEffect(() => {
    if (
      request.state === 'failed' &&
      request.error instanceof AnsweredProblem &&
      request.error.problem.code === 'unauthorized'
    )
      onRefused()
  }, [request, onRefused])
  return [request, reload]
}
