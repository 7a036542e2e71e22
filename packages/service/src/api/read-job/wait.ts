import type { ServerResponse } from 'node:http'
import type { JobEndings } from '../../jobs/endings.ts'
import type { Job } from '../../jobs/job.ts'

/** An announcement can be lost; then a waiting caller is at most so much late. */
const lookEveryMs = 5000

/** Resolves to the job when it has ended, the time is over, the caller has gone or the service stops. */
export const awaitEnd = async (
  { endings }: { endings: JobEndings },
  job: Job,
  read: () => Promise<Job>,
  { milliseconds, response, stop }: { milliseconds: number; response: ServerResponse; stop: AbortSignal },
): Promise<Job> => {
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
      const ended = endings.wait(job.id, Math.min(left, lookEveryMs), signal)
      job = await read()
      if (job.completedAt !== null) return job
      await ended
      job = await read()
      if (job.completedAt !== null) return job
    }
  } finally {
    response.off('close', leave)
    // Ends the waiting for an end that was read before its notification came.
    gone.abort()
  }
}
