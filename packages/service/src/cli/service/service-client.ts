import { openAsBlob } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { Catalog, CompleteJob, FailedJob, JobAccepted, Problem, UnfinishedJob } from '@polyparse/contract'
import { Type, type Static, type TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { retryAfterMs } from '../../lib/retry.ts'
import { CliError, DocumentError } from '../cli-error.ts'
import type { DocumentSource } from '../documents/document-source.ts'
import { notOurs, readJson, reasonOf } from '../find-service.ts'
import { harmless } from '../table.ts'
import type { Access } from './access.ts'
import { graceAfter } from './grace.ts'
import { uploadHeaders, urlBody, type JobQuery } from './job-query.ts'
import { problemError } from './problem-error.ts'

/** The pauses between tries of a request that did not get through. */
const pausesMs = [500, 1000, 2000, 5000, 10_000, 20_000]

/** When the call ends: how long a job that is being made may take to be there, and then to be cancelled. */
const farewellMs = 5_000

const Job = Type.Union([UnfinishedJob, CompleteJob, FailedJob])
export type ReadJob = Static<typeof Job>

export type ServiceClient = ReturnType<typeof createServiceClient>

/** The public interface of a service, as any caller has it. */
export const createServiceClient = (access: Access, signal: AbortSignal) => {
  const { url, key } = access
  const authorization = `Bearer ${key}`

  /** Sends it until it gets through; `begin` makes the request anew each time. What is on its way ends by `until`. */
  const send = async (path: string, begin: () => Promise<RequestInit>, until: AbortSignal): Promise<Response> => {
    for (const pauseMs of [...pausesMs, null]) {
      const { headers, ...rest } = await begin()
      const all = { ...headersOf(headers), authorization }
      const request = { ...rest, headers: all, redirect: 'error', signal: until } as const
      try {
        const response = await fetch(`${url}${path}`, request)
        if (pauseMs === null || ![429, 503].includes(response.status)) return response
        await response.body?.cancel()
        const wishMs = retryAfterMs(response.headers.get('retry-after') ?? undefined) ?? 0
        await setTimeout(Math.min(Math.max(pauseMs, wishMs), 60_000), undefined, { signal })
      } catch (error) {
        signal.throwIfAborted()
        if (pauseMs === null) throw new CliError(`${url} cannot be reached: ${reasonOf(error)}.`, { cause: error })
        await setTimeout(pauseMs, undefined, { signal })
      }
    }
    throw new CliError(`${url} cannot be reached.`)
  }

  const ask = async <Schema extends TSchema>(
    answer: Schema,
    path: string,
    begin: () => Promise<RequestInit>,
    until = signal,
  ): Promise<Static<Schema>> => {
    const response = await send(path, begin, until)
    const content = await readJson(response)
    until.throwIfAborted()
    if (response.ok && Check(answer, content)) return content
    if (response.ok || !Check(Problem, content)) throw notOurs(url)
    throw problemError(content, access)
  }
  const get = async () => ({})

  return {
    catalog: async () => (await ask(Catalog, '/api/v1/providers', get)).providers,

    /**
     * The id of the new job. However often it is sent, the idempotency key makes it one. When the call ends while it is
     * being sent, the answer is waited for a while all the same: who does not know the id cannot cancel the job.
     */
    create: async (source: DocumentSource, query: JobQuery, idempotencyKey: string): Promise<string> => {
      signal.throwIfAborted()
      using grace = graceAfter(signal, farewellMs)
      const begin = async (): Promise<RequestInit> => {
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
      const { id } = await ask(JobAccepted, '/api/v1/jobs', begin, grace.signal)
      return id
    },

    /** The job, as soon as it has ended or the seconds are over. */
    read: (id: string, waitSeconds: number): Promise<ReadJob> =>
      ask(Job, `/api/v1/jobs/${id}?wait=${waitSeconds}`, get),

    /** The stream of events of a job; null where there is none to be had now. */
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

    /** Ends a job that nobody waits for any more, as far as that can be had; it never fails. */
    cancel: async (id: string): Promise<void> => {
      const options = { method: 'DELETE', headers: { authorization }, signal: AbortSignal.timeout(farewellMs) }
      await fetch(`${url}/api/v1/jobs/${id}`, { ...options, redirect: 'error' }).catch(() => {})
    },
  }
}

/** Read from the disk as it is sent. */
const openDocument = (path: string): Promise<Blob> =>
  openAsBlob(path).catch((error: unknown) => {
    throw new DocumentError(`${harmless(path)} cannot be read.`, { cause: error })
  })

const headersOf = (headers: RequestInit['headers']): Record<string, string> => Object.fromEntries(new Headers(headers))
