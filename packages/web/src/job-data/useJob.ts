import type { EndedJob, JobStatus, RunProgress } from '@polyparse/contract'
import { useEffect, useReducer, useState } from 'react'
import type { WatchedJobEvent } from '../api/follow-job.ts'
import { useSession } from '../session/session.tsx'
import { followToEnd } from './follow-to-end.ts'
import { createPageReader } from './page-reader.ts'

export type ShownJobState = {
  /** Null until it is known. */
  readonly status: JobStatus | null
  /** The progress of each provider, in the order of their first event. */
  readonly runs: ReadonlyMap<string, RunProgress>
  /** The Markdown of the pages that have been read, while the job goes on. */
  readonly pages: ReadonlyMap<number, string>
  /** The service is not responding. */
  readonly disconnected: boolean
  /** Once it has ended and was read. */
  readonly ended: EndedJob | null
  readonly error: unknown
}

const first: ShownJobState = {
  status: null,
  runs: new Map(),
  pages: new Map(),
  disconnected: false,
  ended: null,
  error: null,
}

type JobAction =
  | Exclude<WatchedJobEvent, { readonly kind: 'page' }>
  | { readonly kind: 'read'; readonly pages: ReadonlyMap<number, string> }
  | { readonly kind: 'ended'; readonly job: EndedJob }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'restarted' }

const reduce = (state: ShownJobState, action: JobAction): ShownJobState => {
  switch (action.kind) {
    case 'status':
      return { ...state, status: action.status, disconnected: false }
    case 'progress': {
      // The first provider may say that it reads before the job says so.
      const status = state.status === 'queued' && action.state !== 'waiting' ? 'running' : state.status
      return { ...state, status, runs: new Map(state.runs).set(action.provider, action), disconnected: false }
    }
    case 'read':
      return { ...state, pages: new Map([...state.pages, ...action.pages]) }
    case 'disconnected':
      return { ...state, disconnected: true }
    case 'ended':
      return { ...state, status: action.job.status, disconnected: false, ended: action.job }
    case 'failed':
      return { ...state, disconnected: false, error: action.error }
    case 'restarted':
      return first
  }
}

/** Follows a job until it has ended, and reads its result; `restart` begins again, after a retry. */
export const useJob = (id: string): { readonly job: ShownJobState; readonly restart: () => void } => {
  const { client } = useSession()
  const [state, dispatch] = useReducer(reduce, first)
  const [starts, setStarts] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    const update = (action: JobAction) => {
      if (!abort.signal.aborted) dispatch(action)
    }
    const reading = createPageReader({
      read: async (page) => (await client.readPage(id, page, abort.signal)).markdown,
      onRead: (pages) => update({ kind: 'read', pages }),
    })
    followToEnd(client, id, abort.signal, (event) => (event.kind === 'page' ? reading.tell(event.page) : update(event)))
      .finally(reading.end)
      .then((job) => job !== null && update({ kind: 'ended', job }))
      .catch((error: unknown) => update({ kind: 'failed', error }))
    return () => {
      reading.end()
      abort.abort()
    }
  }, [client, id, starts])
  const restart = () => {
    dispatch({ kind: 'restarted' })
    setStarts((count) => count + 1)
  }
  return { job: state, restart }
}
