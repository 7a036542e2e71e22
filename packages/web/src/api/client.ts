import {
  Catalog,
  type CreateJobBody,
  JobAccepted,
  JobList,
  type JobParameters,
  type JobStatus,
} from '@polyparse/contract'
import { Type } from 'typebox'
import { isPassing } from './errors.ts'
import { followJob, type JobEvent } from './follow-job.ts'
import { JobFrame } from './job-frame.ts'
import { pause } from './pause.ts'
import { ask, tell } from './request.ts'
import { uploadDocument, type UploadWatch } from './upload.ts'

/** The service as an account sees it. */
export const createClient = (key: string) => ({
  catalog: (signal?: AbortSignal) => ask(key, '/api/v1/providers', Catalog, signalled(signal)),

  listJobs: ({ status, cursor, limit }: JobsQuery, signal?: AbortSignal) => {
    const query = new URLSearchParams({
      limit: String(limit),
      ...(status !== null && { status }),
      ...(cursor !== null && { cursor }),
    })
    return ask(key, `/api/v1/jobs?${query}`, JobList, signalled(signal))
  },

  /** Asks again and again while the service does not answer. */
  readJobPatiently: async (id: string, signal: AbortSignal, onLost: () => void) => {
    for (;;) {
      try {
        return await ask(key, jobPath(id), JobFrame, { signal })
      } catch (error) {
        if (signal.aborted || !isPassing(error)) throw error
        onLost()
        await pause(signal)
      }
    }
  },

  /** Cancels a job that has not ended; erases one that has. */
  deleteJob: (id: string) => tell(key, jobPath(id), Type.Unknown(), { method: 'DELETE' }),

  /** Every change of a job, until it has ended; goes on by itself when the service was away. */
  followJob: (id: string, signal: AbortSignal): AsyncGenerator<JobEvent> => followJob(key, id, signal),

  createJob: (body: CreateJobBody) =>
    ask(key, '/api/v1/jobs', JobAccepted, {
      method: 'POST',
      body,
      headers: { 'idempotency-key': crypto.randomUUID() },
    }),

  uploadDocument: (file: File, parameters: JobParameters, watch: UploadWatch) =>
    uploadDocument(key, file, parameters, watch),
})

export type Client = ReturnType<typeof createClient>

export type JobsQuery = { readonly status: JobStatus | null; readonly cursor: string | null; readonly limit: number }

const jobPath = (id: string): string => `/api/v1/jobs/${encodeURIComponent(id)}`

const signalled = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal })
