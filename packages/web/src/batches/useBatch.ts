import { type JobSummary, limits } from '@polyparse/contract'
import { useCallback, useState } from 'react'
import type { ApiClient } from '../api/client.ts'
import type { JobFilter } from '../api/jobs-query.ts'
import { isUnfinishedJob, laterMs, soonMs } from '../job-data/useJobList.ts'
import { useRefreshed } from '../job-data/useRefreshed.ts'
import { useSession } from '../session/session.tsx'
import { batchLabel } from '../job-data/batch-labels.ts'

/** A large batch is read over several pages: the service is asked for it a quarter of the time at most. */
const restFactor = 3

export type BatchState = {
  /** Null until the first answer. */
  readonly jobs: readonly JobSummary[] | null
  readonly error: unknown
}

/** All jobs of a batch, refreshed while the page can be seen. */
export const useBatch = (id: string, isUploading: boolean): BatchState & { readonly refresh: () => void } => {
  const { client } = useSession()
  const [state, setState] = useState<BatchState>({ jobs: null, error: null })
  const look = useCallback(
    async (signal: AbortSignal) => {
      const start = performance.now()
      let isMoving = isUploading
      try {
        const jobs = await readBatch(client, id, signal)
        isMoving ||= jobs.some(isUnfinishedJob)
        if (!signal.aborted) setState({ jobs, error: null })
      } catch (error) {
        isMoving = true
        if (!signal.aborted) setState((before) => ({ ...before, error }))
      }
      return Math.max(isMoving ? soonMs : laterMs, restFactor * (performance.now() - start))
    },
    [client, id, isUploading],
  )
  const refresh = useRefreshed(look)

  return { ...state, refresh }
}

/** The jobs that the app has put together, or else those of a batch that a program has created. */
const readBatch = async (client: ApiClient, id: string, signal: AbortSignal): Promise<readonly JobSummary[]> => {
  const labelled = await readAll(client, { labels: { [batchLabel]: id } }, signal)
  return labelled.length > 0 || !isUuid(id) ? labelled : readAll(client, { batch: id }, signal)
}

const isUuid = (id: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)

const readAll = async (client: ApiClient, filter: JobFilter, signal: AbortSignal): Promise<readonly JobSummary[]> => {
  const jobs: JobSummary[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<ApiClient['listJobs']>> = await client.listJobs(
      { filter, cursor, limit: limits.listSize.maximum },
      signal,
    )
    jobs.push(...page.jobs)
    cursor = page.nextCursor ?? null
  } while (cursor !== null)
  return jobs
}
