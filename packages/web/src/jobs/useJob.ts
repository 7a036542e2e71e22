import type { Job, JobStatus, ProgressEvent } from '@polyparse/contract'
import { useEffect, useReducer } from 'react'
import type { Static } from 'typebox'
import type { JobEvent } from '../api/follow-job.ts'
import { useSession } from '../session/session.tsx'

type EndedJob = Extract<Static<typeof Job>, { status: 'complete' | 'failed' }>

export type JobState = {
  /** Null until the first word of it. */
  readonly status: JobStatus | null
  /** How far each provider is, in the order in which they were heard of. */
  readonly runs: ReadonlyMap<string, ProgressEvent['status']>
  /** The service does not answer at the moment. */
  readonly lost: boolean
  /** Once it has ended and was read. */
  readonly ended: EndedJob | null
  readonly error: unknown
}

const first: JobState = { status: null, runs: new Map(), lost: false, ended: null, error: null }

type Heard =
  | JobEvent
  | { readonly kind: 'ended'; readonly job: EndedJob }
  | { readonly kind: 'failed'; readonly error: unknown }

const hear = (state: JobState, heard: Heard): JobState => {
  switch (heard.kind) {
    case 'status':
      return { ...state, status: heard.status, lost: false }
    case 'progress':
      return { ...state, runs: new Map(state.runs).set(heard.provider, heard.status), lost: false }
    case 'lost':
      return { ...state, lost: true }
    case 'ended':
      return { ...state, status: heard.job.status, lost: false, ended: heard.job }
    case 'failed':
      return { ...state, lost: false, error: heard.error }
  }
}

/** A job as it goes, to its end and its result. */
export const useJob = (id: string): JobState => {
  const { client } = useSession()
  const [state, dispatch] = useReducer(hear, first)
  useEffect(() => {
    const abort = new AbortController()
    const tell = (heard: Heard) => {
      if (!abort.signal.aborted) dispatch(heard)
    }
    const follow = async () => {
      for (;;) {
        // A job that has ended is read at once; its events would only say so.
        const job = await client.readJobPatiently(id, abort.signal, () => tell({ kind: 'lost' }))
        if (job.status === 'complete' || job.status === 'failed') return tell({ kind: 'ended', job })
        tell({ kind: 'status', id, status: job.status })
        for await (const event of client.followJob(id, abort.signal)) tell(event)
        if (abort.signal.aborted) return
      }
    }
    follow().catch((error: unknown) => tell({ kind: 'failed', error }))
    return () => abort.abort()
  }, [client, id])
  return state
}
