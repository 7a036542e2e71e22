import { Catalog, CompleteJob, FailedJob, JobAccepted, Problem, UnfinishedJob } from '@polyparse/contract'
import { Type, type Static, type TSchema } from '@polyparse/document/typebox'
import { Check } from '@polyparse/document/typebox/value'
import { ProblemError, UnexpectedAnswerError, UnreachableError } from './errors.ts'
import { uploadHeaders, urlBody, type JobQuery } from './job-query.ts'
import { pause, retryAfterMs } from './pause.ts'

/** The pauses between the attempts of a request that did not get through, in milliseconds. */
const pausesMs = [500, 1000, 2000, 5000, 10_000, 20_000]
/** The longest pause, in milliseconds; a longer `Retry-After` is cut to it. */
const maxPauseMs = 60_000
/** How long a cancellation may take, in milliseconds: it is often the last request of a process. */
const cancelMs = 5_000

/** Where the service is, and how it is asked. */
export type ClientOptions = {
  /** Where the service is, such as `http://localhost:3000`, without a slash at the end. */
  readonly url: string
  /** The API key. */
  readonly key: string
  /** Ends every request and every pause, except those of `eraseJob`; the calls reject with its reason. */
  readonly signal?: AbortSignal
  /**
   * Reads the JSON of an answer, where it may be larger than the runtime's own way takes. What it resolves to is
   * checked; it should give null, not reject, for what is not JSON.
   */
  readonly readJson?: (response: Response) => Promise<unknown>
}

/** A document that the service fetches, or one to upload; `open` is called for each attempt. */
export type Source = { readonly url: string } | { readonly filename: string; readonly open: () => Promise<Blob> | Blob }

const Job = Type.Union([UnfinishedJob, CompleteJob, FailedJob])
/** A job as the service has it now: still in work, or with its result, or with its error. */
export type ReadJob = Static<typeof Job>

/** What {@link createClient} returns. */
export type Client = ReturnType<typeof createClient>

/**
 * The public interface of a service. Requests that did not get through, or were answered with 429 or 503, are sent
 * again up to six times, after pauses of 0.5 to 20 seconds, or of what `Retry-After` asks for, at most a minute.
 * Nothing is sent before the first call.
 *
 * It throws nothing itself. `providers`, `createJob`, `readJob`, `cancelJob` and `retryJob` do:
 * @throws {ProblemError} when the service answers with a problem, such as `unauthorized`, `not_found`, `rate_limited`
 * @throws {UnreachableError} when no request gets through
 * @throws {UnexpectedAnswerError} when an answer is neither a problem nor of the expected shape
 * @throws the reason of `signal` when that is aborted
 * @example
 * const client = createClient({ url: 'http://localhost:3000', key })
 * const source = { filename: 'report.pdf', open: () => openAsBlob('report.pdf') }
 * const id = await client.createJob(source, { operation: 'parse', outputs: ['markdown'] }, crypto.randomUUID())
 * const job = await followJob(client, id)
 */
export const createClient = ({ url, key, signal = never, readJson = jsonOf }: ClientOptions) => {
  const authorization = `Bearer ${key}`

  /**
   * Sends until an answer gets through; `begin` makes a new request for each attempt. `until` ends a request under way.
   * Without `repeatable` it is sent again only if the service has said that it did not accept it.
   */
  const send = async (
    path: string,
    begin: () => Promise<RequestInit>,
    { until, repeatable }: { readonly until: AbortSignal; readonly repeatable: boolean },
  ): Promise<Response> => {
    let cause: unknown
    for (const pauseMs of [...pausesMs, null]) {
      const { headers, ...rest } = await begin()
      const request = { ...rest, headers: { ...headersOf(headers), authorization }, redirect: 'error' } as const
      let waitMs = pauseMs
      try {
        const response = await fetch(`${url}${path}`, { ...request, signal: until })
        if (pauseMs === null || ![429, 503].includes(response.status)) return response
        await response.body?.cancel()
        waitMs = Math.min(Math.max(pauseMs, retryAfterMs(response.headers.get('retry-after'))), maxPauseMs)
      } catch (error) {
        signal.throwIfAborted()
        cause = error
        if (!repeatable) break
      }
      if (waitMs !== null) await pause(waitMs, signal)
    }
    throw new UnreachableError(`${url} cannot be reached.`, { cause })
  }

  const ask = async <Schema extends TSchema>(
    answer: Schema,
    path: string,
    begin: () => Promise<RequestInit> = async () => ({}),
    { until = signal, repeatable = true } = {},
  ): Promise<Static<Schema>> => {
    const response = await send(path, begin, { until, repeatable })
    const content = await readJson(response)
    until.throwIfAborted()
    if (response.ok && Check(answer, content)) return content
    if (!response.ok && Check(Problem, content)) throw new ProblemError(content)
    throw new UnexpectedAnswerError(`What answers at ${url} is not Polyparse.`)
  }

  return {
    /** The providers, with what each can do; also those that are not enabled. */
    providers: async () => (await ask(Catalog, '/api/v1/providers')).providers,

    /**
     * Creates a job and returns its id. The idempotency key (8–255 characters) makes it one job, however often it is
     * sent.
     * @param until ends a request under way, where that is to outlast the client's own signal
     * @throws what `open` of the source rejects with
     */
    createJob: async (source: Source, query: JobQuery, idempotencyKey: string, until = signal): Promise<string> => {
      signal.throwIfAborted()
      const common = { 'idempotency-key': idempotencyKey }
      const begin = async (): Promise<RequestInit> =>
        'url' in source
          ? {
              method: 'POST',
              headers: { ...common, 'content-type': 'application/json' },
              body: JSON.stringify(urlBody(source.url, query)),
            }
          : {
              method: 'POST',
              headers: { ...common, ...uploadHeaders(source.filename, query) },
              body: await source.open(),
            }
      return (await ask(JobAccepted, '/api/v1/jobs', begin, { until })).id
    },

    /**
     * The job as soon as it has ended, or as it is after so many seconds (0–60).
     * @throws {ProblemError} `not_found` for an unknown or erased job, `result_expired` when its result is kept no more
     */
    readJob: (id: string, { waitSeconds = 0 } = {}): Promise<ReadJob> =>
      ask(Job, `/api/v1/jobs/${encodeURIComponent(id)}?wait=${waitSeconds}`),

    /**
     * Runs a job again that has failed or whose stored result is damaged, under the same id; `followJob` waits for its
     * new end. Vendors may charge again. It is not sent again when its answer is lost, because it may have been accepted.
     * @throws {ProblemError} `job_not_retryable` when it is unfinished, intact or cannot be run again, `not_found`
     */
    retryJob: async (id: string): Promise<void> => {
      const begin = async (): Promise<RequestInit> => ({ method: 'POST' })
      await ask(JobAccepted, `/api/v1/jobs/${encodeURIComponent(id)}/retry`, begin, { repeatable: false })
    },

    /**
     * Ends an unfinished job as `failed`, with the error code `cancelled`; one that has ended stays as it is.
     * @throws {ProblemError} `not_found` for an unknown or erased job
     */
    cancelJob: (id: string): Promise<ReadJob> =>
      ask(Job, `/api/v1/jobs/${encodeURIComponent(id)}/cancel`, async () => ({ method: 'POST' })),

    /**
     * The job's stream of server-sent events, as bytes of UTF-8; null where there is none now. It is asked for once.
     * @throws the reason of the client's signal, and nothing else; reading the stream may fail in any way
     */
    events: async (id: string): Promise<ReadableStream<Uint8Array> | null> => {
      const headers = { authorization, accept: 'text/event-stream' }
      try {
        const path = `${url}/api/v1/jobs/${encodeURIComponent(id)}/events`
        const response = await fetch(path, { headers, redirect: 'error', signal })
        if (response.ok && response.headers.get('content-type')?.startsWith('text/event-stream') === true)
          return response.body
        await response.body?.cancel()
      } catch {
        signal.throwIfAborted()
      }
      return null
    },

    /**
     * Erases a job in any state: work under way stops, its result and record go. It is tried once, for five seconds at
     * most, also when the client's signal is aborted. Never throws, so it does not say whether it succeeded.
     */
    eraseJob: async (id: string): Promise<void> => {
      const options = { method: 'DELETE', headers: { authorization }, signal: AbortSignal.timeout(cancelMs) }
      await fetch(`${url}/api/v1/jobs/${encodeURIComponent(id)}`, { ...options, redirect: 'error' }).catch(() => {})
    },
  }
}

const never = new AbortController().signal

const jsonOf = (response: Response): Promise<unknown> => response.json().catch(() => null)

const headersOf = (headers: RequestInit['headers']): Record<string, string> => Object.fromEntries(new Headers(headers))
