import type { ServerResponse } from 'node:http'
import type { JobEndings } from '../../jobs/endings.ts'
import type { StoredJob } from '../../jobs/job.ts'

/**
 * The interval at which the job is read meanwhile: a notification can be lost, and a caller then waits this much longer
 * at most.
 */
const jobPollIntervalMs = 5000

/** Resolves to the job when it has ended, the time is over, the caller has disconnected or the service stops. */
export const awaitEnd = async (
  { endings }: { endings: JobEndings },
  job: StoredJob,
  read: () => Promise<StoredJob>,
  { milliseconds, response, stop }: { milliseconds: number; response: ServerResponse; stop: AbortSignal },
): Promise<StoredJob> => {
  const gone = new AbortController()
  const leave = () => gone.abort()
  response.once('close', leave)
  const signal = AbortSignal.any([gone.signal, stop])
  const deadline = performance.now() + milliseconds
  try {
    for (;;) {
      const left = deadline - performance.now()
      if (left <= 0 || signal.aborted) return job
      // Listening begins before the job is read, so that an end in between is not missed.
      const ended = endings.wait(job.id, Math.min(left, jobPollIntervalMs), signal)
      job = await read()
      if (job.completedAt !== null) return job
      await ended
      job = await read()
      if (job.completedAt !== null) return job
    }
  } finally {
    response.off('close', leave)
    // Ends the wait for an end that was read before its notification arrived.
    gone.abort()
  }
}
