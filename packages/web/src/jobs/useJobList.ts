import type { JobSummary } from '@polyparse/contract'
import { useCallback, useEffect, useState } from 'react'
import type { JobsQuery } from '../api/jobs-query.ts'
import { useSession } from '../session/session.tsx'

/** While jobs are unfinished, and otherwise. */
const [soonMs, laterMs] = [1500, 15_000]

export type JobListState = {
  /** Null until the first answer. */
  readonly jobs: readonly JobSummary[] | null
  readonly nextCursor: string | null
  readonly error: unknown
}

const first: JobListState = { jobs: null, nextCursor: null, error: null }

const isUnfinished = ({ status }: JobSummary): boolean => status === 'queued' || status === 'running'

/**
 * One page of the account's jobs, newest first, refreshed while the page can be seen. The query must stay the same object
 * as long as it asks for the same.
 */
export const useJobList = (query: JobsQuery): JobListState & { readonly refresh: () => void } => {
  const { client } = useSession()
  const [answered, setAnswered] = useState({ query, state: first })
  const [turn, setTurn] = useState(0)
  const refresh = useCallback(() => setTurn((before) => before + 1), [])

  useEffect(() => {
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      let pause = laterMs
      try {
        const { jobs, nextCursor } = await client.listJobs(query, abort.signal)
        if (abort.signal.aborted) return
        if (jobs.some(isUnfinished)) pause = soonMs
        setAnswered({ query, state: { jobs, nextCursor: nextCursor ?? null, error: null } })
      } catch (error) {
        if (abort.signal.aborted) return
        pause = soonMs * 2
        setAnswered((before) => ({
          query,
          state: before.query === query ? { ...before.state, error } : { ...first, error },
        }))
      }
      timer = setTimeout(() => (document.hidden ? undefined : void look()), pause)
    }
    void look()
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [client, query, turn])

  useEffect(() => {
    window.addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [refresh])

  return { ...(answered.query === query ? answered.state : first), refresh }
}
