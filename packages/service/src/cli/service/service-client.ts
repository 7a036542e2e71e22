import { openAsBlob } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { Catalog, CompleteJob, FailedJob, JobAccepted, Problem, UnfinishedJob } from '@polyparse/contract'
import { Type, type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { retryAfterMs } from '../../lib/retry.ts'
import { CliError, DocumentError } from '../cli-error.ts'
import type { DocumentSource } from '../documents/document-source.ts'
import { notOurs, readJson, reasonOf } from '../find-service.ts'
import { replaceControls } from '../table.ts'
import type { Access } from './access.ts'
import { graceAfter } from './grace.ts'
import { uploadHeaders, urlBody, type JobQuery } from './job-query.ts'
import { problemError } from './problem-error.ts'

/** The pauses between attempts of a request that did not get through. */
const pausesMs = [500, 1000, 2000, 5000, 10_000, 20_000]

/** On interruption: how long creating a job, and then cancelling it, may take. */
const shutdownGraceMs = 5_000

const Job = Type.Union([UnfinishedJob, CompleteJob, FailedJob])
export type ReadJob = Static<typeof Job>

export type ServiceClient = ReturnType<typeof createServiceClient>

/** A client of the public API of a service. */
export const createServiceClient = (access: Access, signal: AbortSignal) => {
  const { url, key } = access
  const authorization = `Bearer ${key}`

  /** Retries the request until it gets through; `init` builds it for each attempt. `until` aborts the one in flight. */
  const send = async (path: string, init: () => Promise<RequestInit>, until: AbortSignal): Promise<Response> => {
    for (const pauseMs of [...pausesMs, null]) {
      const { headers, ...rest } = await init()
      const all = { ...headersOf(headers), authorization }
      const options = { ...rest, headers: all, redirect: 'error', signal: until } as const
      try {
        const response = await fetch(`${url}${path}`, options)
        if (pauseMs === null || ![429, 503].includes(response.status)) return response
        await response.body?.cancel()
        const requestedMs = retryAfterMs(response.headers.get('retry-after') ?? undefined) ?? 0
        await setTimeout(Math.min(Math.max(pauseMs, requestedMs), 60_000), undefined, { signal })
      } catch (error) {
        signal.throwIfAborted()
        if (pauseMs === null) throw new CliError(`${url} cannot be reached: ${reasonOf(error)}.`, { cause: error })
        await setTimeout(pauseMs, undefined, { signal })
      }
    }
    throw new CliError(`${url} cannot be reached.`)
  }

  const request = async <Schema extends TSchema>(
    schema: Schema,
    path: string,
    init: () => Promise<RequestInit>,
    until = signal,
  ): Promise<Static<Schema>> => {
    const response = await send(path, init, until)
    const content = await readJson(response)
    until.throwIfAborted()
    if (response.ok && Check(schema, content)) return content
    if (response.ok || !Check(Problem, content)) throw notOurs(url)
    throw problemError(content, access)
  }
  const get = async () => ({})

  return {
    catalog: async () => (await request(Catalog, '/api/v1/providers', get)).providers,

    /**
     * Creates a job and resolves to its id. The idempotency key makes retries safe. If the command is interrupted
     * meanwhile, it still waits a while for the response: without the id it could not cancel the job.
     */
    create: async (source: DocumentSource, query: JobQuery, idempotencyKey: string): Promise<string> => {
      signal.throwIfAborted()
      using grace = graceAfter(signal, shutdownGraceMs)
      const init = async (): Promise<RequestInit> => {
        const common = { 'idempotency-key': idempotencyKey }
        if ('url' in source)
          return {
            method: 'POST',
            headers: { ...common, 'content-type': 'application/json' },
            body: JSON.stringify(urlBody(source.url, query)),
          }
        const headers = { ...common, ...uploadHeaders(source.filename, query) }
        return { method: 'POST', headers, body: await openDocument(source.path) }
      }
      const { id } = await request(JobAccepted, '/api/v1/jobs', init, grace.signal)
      return id
    },

    /** Resolves to the job once it has ended or the seconds have passed. */
    read: (id: string, waitSeconds: number): Promise<ReadJob> =>
      request(Job, `/api/v1/jobs/${id}?wait=${waitSeconds}`, get),

    /** The event stream of a job; null if it is unavailable. */
    events: async (id: string): Promise<ReadableStream<Uint8Array> | null> => {
      const headers = { authorization, accept: 'text/event-stream' }
      try {
        const response = await fetch(`${url}/api/v1/jobs/${id}/events`, { headers, redirect: 'error', signal })
        if (response.ok && response.headers.get('content-type')?.startsWith('text/event-stream') === true)
          return response.body
        await response.body?.cancel()
      } catch {
        signal.throwIfAborted()
      }
      return null
    },

    /** Tries to cancel a job that is no longer needed; never fails. */
    cancel: async (id: string): Promise<void> => {
      const options = { method: 'DELETE', headers: { authorization }, signal: AbortSignal.timeout(shutdownGraceMs) }
      await fetch(`${url}/api/v1/jobs/${id}`, { ...options, redirect: 'error' }).catch(() => {})
    },
  }
}

/** The document as a blob that is read from the disk as it is sent. */
const openDocument = (path: string): Promise<Blob> =>
  openAsBlob(path).catch((error: unknown) => {
    throw new DocumentError(`${replaceControls(path)} cannot be read.`, { cause: error })
  })

const headersOf = (headers: RequestInit['headers']): Record<string, string> => Object.fromEntries(new Headers(headers))
