import type { JobStatus, JobSummary } from '@polyparse/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '../session/session.tsx'

const pageSize = 25
/** While jobs are unfinished, and otherwise. */
const [soonMs, laterMs] = [1500, 15_000]

export type JobListState = {
  /** Null until the first answer. */
  readonly jobs: readonly JobSummary[] | null
  readonly hasMore: boolean
  readonly error: unknown
}

const isUnfinished = ({ status }: JobSummary): boolean => status === 'queued' || status === 'running'

/** The newest jobs of the account in one state, refreshed regularly; `more` makes the list longer. */
export const useJobList = (status: JobStatus | null) => {
  const { client } = useSession()
  const [state, setState] = useState<JobListState>({ jobs: null, hasMore: false, error: null })
  const [pages, setPages] = useState(1)
  const [turn, setTurn] = useState(0)
  const refresh = useCallback(() => setTurn((before) => before + 1), [])
  const last = useRef({ status, pages })

  useEffect(() => {
    if (last.current.status !== status) setState({ jobs: null, hasMore: false, error: null })
    last.current = { status, pages }
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      let pause = laterMs
      try {
        const jobs: JobSummary[] = []
        let cursor: string | null = null
        for (let page = 0; page < pages && (page === 0 || cursor !== null); page++) {
          const answer: { jobs: JobSummary[]; nextCursor?: string } = await client.listJobs(
            { status, cursor, limit: pageSize },
            abort.signal,
          )
          jobs.push(...answer.jobs)
          cursor = answer.nextCursor ?? null
        }
        if (abort.signal.aborted) return
        if (jobs.some(isUnfinished)) pause = soonMs
        setState({ jobs, hasMore: cursor !== null, error: null })
      } catch (error) {
        if (abort.signal.aborted) return
        pause = soonMs * 2
        setState((before) => ({ ...before, error }))
      }
      timer = setTimeout(() => void look(), pause)
    }
    void look()
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [client, status, pages, turn])

  useEffect(() => {
    window.addEventListener('focus', refresh)
    return () => window.removeEventListener('focus', refresh)
  }, [refresh])

  return { ...state, refresh, more: () => setPages((before) => before + 1) }
}
