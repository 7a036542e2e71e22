import { readRetryAfter } from '@polyparse/contract/retry-after'
import {
  AccountUsage,
  Catalog,
  CreatedShare,
  type CreateJobBody,
  JobAccepted,
  JobList,
  type JobParameters,
  PageReading,
  Shares,
} from '@polyparse/contract'
import type { JudgedDocument } from '@polyparse/contract/judgements'
import type { Correction } from '@polyparse/document/schema'
import { Type } from '@polyparse/document/typebox'
import { authorizationOf, type Credential } from './authorization.ts'
import { readTaggedCorrections, replaceTaggedCorrections } from './corrections.ts'
import { UnreachableError } from './errors.ts'
import {
  listKeptJudgements,
  readTaggedJudgements,
  removeTaggedJudgements,
  replaceTaggedJudgements,
} from './judgements.ts'
import { watchJob, type WatchedJobEvent } from './follow-job.ts'
import type { ReadRequest } from './job-reader/messages.ts'
import { type JobsQuery, toQuery } from './jobs-query.ts'
import { requestEmpty, requestFile, requestJson, sendRequest } from './request.ts'
import { uploadHeaders } from '../request/upload-headers.ts'
import { readResponse } from './read-response.ts'

/** A client of the public API, with a key or for the browser that is signed in. */
export const createApiClient = (key: Credential) => ({
  catalog: (signal?: AbortSignal) => requestJson(key, '/api/v1/providers', Catalog, withSignal(signal)),

  usage: (signal?: AbortSignal) => requestJson(key, '/api/v1/usage', AccountUsage, withSignal(signal)),

  listJobs: (query: JobsQuery, signal?: AbortSignal) =>
    requestJson(key, `/api/v1/jobs?${toQuery(query)}`, JobList, withSignal(signal)),

  /** Returns what `readJob` reads a job with. */
  jobRequest: (id: string): ReadRequest => ({ headers: authorizationOf(key), path: jobPath(id) }),

  /** A page of a job with provisional pages, before its end. */
  readPage: (id: string, page: number, signal: AbortSignal) =>
    requestJson(key, `${jobPath(id)}/pages/${page}?output=json`, PageReading, { signal }),

  /** A part of a result, such as the file of an image. */
  readFile: (path: string, signal: AbortSignal) => requestFile(key, path, signal),

  /** Tells whether the service answers that such a part does not exist, or no longer does. */
  isFileGone: async (path: string, signal: AbortSignal) => {
    const { status } = await sendRequest(key, path, { method: 'HEAD', signal })
    return status === 404 || status === 410
  },

  /** A job that has ended meanwhile stays as it is. */
  cancelJob: (id: string) => requestJson(key, `${jobPath(id)}/cancel`, CancelledJob, { method: 'POST' }),

  eraseJob: (id: string) => requestEmpty(key, jobPath(id), Type.Unknown(), { method: 'DELETE' }),

  retryJob: (id: string) => requestJson(key, `${jobPath(id)}/retry`, JobAccepted, { method: 'POST' }),

  shares: (id: string, signal: AbortSignal) => requestJson(key, `${jobPath(id)}/shares`, Shares, { signal }),

  corrections: (id: string, signal: AbortSignal) => readTaggedCorrections(key, jobPath(id), signal),

  /** Replaces the corrections that the tag names. */
  replaceCorrections: (id: string, corrections: readonly Correction[], tag: string) =>
    replaceTaggedCorrections(key, jobPath(id), corrections, tag),

  judgements: (id: string) => readTaggedJudgements(key, jobPath(id)),

  /** Replaces the judgements that the tag names. */
  replaceJudgements: (id: string, document: JudgedDocument, tag: string) =>
    replaceTaggedJudgements(key, jobPath(id), document, tag),

  removeJudgements: (id: string, tag: string) => removeTaggedJudgements(key, jobPath(id), tag),

  /** Everything that the account keeps. */
  listJudgements: (signal: AbortSignal) => listKeptJudgements(key, signal),

  createShare: (id: string, expiresIn: number) =>
    requestJson(key, `${jobPath(id)}/shares`, CreatedShare, { method: 'POST', body: { expiresIn } }),

  revokeShare: (id: string, share: string) =>
    requestEmpty(key, `${jobPath(id)}/shares/${encodeURIComponent(share)}`, Type.Unknown(), { method: 'DELETE' }),

  /** Every change of a job until it has ended; reconnects after the service was unreachable. */
  followJob: (id: string, signal: AbortSignal): AsyncGenerator<WatchedJobEvent> => watchJob(key, id, signal),

  /** Repeated with the same idempotency key, it creates one job. */
  createJob: (body: CreateJobBody, idempotencyKey: string = crypto.randomUUID()) =>
    requestJson(key, '/api/v1/jobs', JobAccepted, {
      method: 'POST',
      body: { ...body, images: imageForm },
      headers: { 'idempotency-key': idempotencyKey },
    }),

  uploadDocument: (file: File, parameters: JobParameters, watch: UploadWatch) =>
    uploadDocument(key, file, parameters, watch),
})

export type ApiClient = ReturnType<typeof createApiClient>

/** The files of images are asked for where they are seen: a result with all of them would take long to arrive. */
const imageForm = 'reference'

/** All that is read of it: the lists and views of jobs ask for it again. */
const CancelledJob = Type.Object({ id: Type.String() })

const jobPath = (id: string): string => `/api/v1/jobs/${encodeURIComponent(id)}`

const withSignal = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { signal })

type UploadWatch = {
  /** Takes the share that is done, from 0 to 1. */
  readonly onProgress: (share: number) => void
  readonly signal: AbortSignal
  /** Repeated with the same one, an upload creates one job. */
  readonly idempotencyKey?: string
}

/** An upload of which nothing moves for so long has lost its connection, even if the browser has not noticed. */
const stalledMs = 60_000

/** Sends a document, with XMLHttpRequest because `fetch` cannot report how much of a body has been sent. */
const uploadDocument = (
  key: Credential,
  file: File,
  parameters: JobParameters,
  { onProgress, signal, idempotencyKey = crypto.randomUUID() }: UploadWatch,
): Promise<JobAccepted> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/v1/jobs')
    for (const [name, value] of Object.entries(authorizationOf(key))) request.setRequestHeader(name, value)
    request.setRequestHeader('idempotency-key', idempotencyKey)
    const headers = { ...uploadHeaders(file, parameters), 'X-Service-Images': imageForm }
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    let lastMove = Date.now()
    const watch = setInterval(() => {
      if (Date.now() - lastMove < stalledMs) return
      reject(new UnreachableError())
      request.abort()
    }, stalledMs / 4)
    request.addEventListener('loadend', () => clearInterval(watch))
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      lastMove = Date.now()
      onProgress(total === 0 ? 0 : loaded / total)
    })
    request.addEventListener('load', () => {
      const { status, responseText: text } = request
      try {
        const [asked, date] = ['retry-after', 'date'].map((name) => request.getResponseHeader(name))
        resolve(readResponse(JobAccepted, { status, text, retryAfter: readRetryAfter(asked, date) }))
      } catch (error) {
        reject(error instanceof Error ? error : new UnreachableError({ cause: error }))
      }
    })
    request.addEventListener('error', () => reject(new UnreachableError()))
    const aborted = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
    request.addEventListener('abort', aborted)
    signal.addEventListener('abort', () => request.abort())
    if (signal.aborted) {
      clearInterval(watch)
      aborted()
    } else request.send(file)
  })
