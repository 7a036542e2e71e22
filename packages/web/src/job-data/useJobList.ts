import type { JobSummary } from '@polyparse/contract'
import { useCallback, useState } from 'react'
import type { JobsQuery } from '../api/jobs-query.ts'
import { useSession } from '../session/session.tsx'
import { useRefreshed } from './useRefreshed.ts'

/** The times from one look to the next: while jobs are unfinished, and otherwise. */
export const [soonMs, laterMs] = [1500, 15_000]

export type JobListState = {
  /** Null until the first answer. */
  readonly jobs: readonly JobSummary[] | null
  readonly nextCursor: string | null
  readonly error: unknown
}

const first: JobListState = { jobs: null, nextCursor: null, error: null }

export const isUnfinishedJob = ({ status }: JobSummary): boolean => status === 'queued' || status === 'running'

/**
 * One page of the account's jobs, newest first, refreshed while the page can be seen. The query must stay the same object
 * as long as it asks for the same.
 */
export const useJobList = (query: JobsQuery): JobListState & { readonly refresh: () => void } => {
  const { client } = useSession()
  const [answered, setAnswered] = useState({ query, state: first })
  const look = useCallback(
    async (signal: AbortSignal) => {
      try {
        const { jobs, nextCursor } = await client.listJobs(query, signal)
        if (!signal.aborted) setAnswered({ query, state: { jobs, nextCursor: nextCursor ?? null, error: null } })
        return jobs.some(isUnfinishedJob) ? soonMs : laterMs
      } catch (error) {
        if (!signal.aborted)
          setAnswered((before) => ({
            query,
            state: before.query === query ? { ...before.state, error } : { ...first, error },
          }))
        return soonMs * 2
      }
    },
    [client, query],
  )
  const refresh = useRefreshed(look)

  return { ...(answered.query === query ? answered.state : first), refresh }
}
