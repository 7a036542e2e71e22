import { type JobSummary, limits } from '@polyparse/contract'
import { useCallback, useEffect, useState } from 'react'
import type { Client } from '../api/client.ts'
import type { JobFilter } from '../api/jobs-query.ts'
import { useSession } from '../session/session.tsx'
import { batchLabel } from './labels.ts'

/** While jobs are unfinished or uploaded, and otherwise. */
const [soonMs, laterMs] = [1500, 15_000]
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
  const [turn, setTurn] = useState(0)
  const refresh = useCallback(() => setTurn((before) => before + 1), [])

  useEffect(() => {
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = async () => {
      const start = performance.now()
      let isMoving = isUploading
      try {
        const jobs = await readBatch(client, id, abort.signal)
        isMoving ||= jobs.some(({ status }) => status === 'queued' || status === 'running')
        if (!abort.signal.aborted) setState({ jobs, error: null })
      } catch (error) {
        isMoving = true
        if (!abort.signal.aborted) setState((before) => ({ ...before, error }))
      }
      if (abort.signal.aborted) return
      const pause = Math.max(isMoving ? soonMs : laterMs, restFactor * (performance.now() - start))
      timer = setTimeout(() => (document.hidden ? undefined : void look()), pause)
    }
    void look()
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [client, id, isUploading, turn])

  useEffect(() => {
    window.addEventListener('focus', refresh)
    document.addEventListener('visibilitychange', refresh)
    return () => {
      window.removeEventListener('focus', refresh)
      document.removeEventListener('visibilitychange', refresh)
    }
  }, [refresh])

  return { ...state, refresh }
}

/** The jobs that the app has put together, or else those of a batch that a program has created. */
const readBatch = async (client: Client, id: string, signal: AbortSignal): Promise<readonly JobSummary[]> => {
  const labelled = await readAll(client, { labels: { [batchLabel]: id } }, signal)
  return labelled.length > 0 || !isUuid(id) ? labelled : readAll(client, { batch: id }, signal)
}

const isUuid = (id: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)

const readAll = async (client: Client, filter: JobFilter, signal: AbortSignal): Promise<readonly JobSummary[]> => {
  const jobs: JobSummary[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<Client['listJobs']>> = await client.listJobs(
      { filter, cursor, limit: limits.listSize.maximum },
      signal,
    )
    jobs.push(...page.jobs)
    cursor = page.nextCursor ?? null
  } while (cursor !== null)
  return jobs
}
