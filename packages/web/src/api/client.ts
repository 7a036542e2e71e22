import {
  Catalog,
  type CreateJobBody,
  JobAccepted,
  JobList,
  type JobParameters,
  type JobStatus,
} from '@polyparse/contract'
import { Type } from 'typebox'
import { isTransient } from './errors.ts'
import { followJob, type JobEvent } from './follow-job.ts'
import { JobFrame } from './job-frame.ts'
import { pause } from './pause.ts'
import { requestEmpty, requestJson } from './request.ts'
import { uploadDocument, type UploadWatch } from './upload.ts'

/** A client of the public API. */
export const createClient = (key: string) => ({
  catalog: (signal?: AbortSignal) => requestJson(key, '/api/v1/providers', Catalog, withSignal(signal)),

  listJobs: ({ status, cursor, limit }: JobsQuery, signal?: AbortSignal) => {
    const query = new URLSearchParams({
      limit: String(limit),
      ...(status !== null && { status }),
      ...(cursor !== null && { cursor }),
    })
    return requestJson(key, `/api/v1/jobs?${query}`, JobList, withSignal(signal))
  },

  /** Retries while the service is not responding. */
  readJobWithRetry: async (id: string, signal: AbortSignal, onLost: () => void) => {
    for (;;) {
      try {
        return await requestJson(key, jobPath(id), JobFrame, { signal })
      } catch (error) {
        if (signal.aborted || !isTransient(error)) throw error
        onLost()
        await pause(signal)
      }
    }
  },

  /** Cancels an unfinished job; deletes one that has ended. */
  deleteJob: (id: string) => requestEmpty(key, jobPath(id), Type.Unknown(), { method: 'DELETE' }),

  /** Every change of a job until it has ended; reconnects when the service was away. */
  followJob: (id: string, signal: AbortSignal): AsyncGenerator<JobEvent> => followJob(key, id, signal),

  createJob: (body: CreateJobBody) =>
    requestJson(key, '/api/v1/jobs', JobAccepted, {
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

const withSignal = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal })
