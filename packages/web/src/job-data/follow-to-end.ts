import type { EndedJob } from '@polyparse/contract'
import type { ApiClient } from '../api/client.ts'
import type { WatchedJobEvent } from '../api/follow-job.ts'
import { fetchJob } from '../api/job-reader/read-job.ts'

/** Follows a job until it has ended, and reads its result; null if the signal aborts before. */
export const followToEnd = async (
  client: ApiClient,
  id: string,
  signal: AbortSignal,
  onEvent: (event: WatchedJobEvent) => void,
): Promise<EndedJob | null> => {
  for (;;) {
    // A job that has already ended needs no events.
    const job = await fetchJob(client.jobRequest(id), signal, () => onEvent({ kind: 'disconnected' }))
    if (job.status === 'complete' || job.status === 'failed') return job
    onEvent({ kind: 'status', id, status: job.status })
    for await (const event of client.followJob(id, signal)) onEvent(event)
    if (signal.aborted) return null
  }
}
