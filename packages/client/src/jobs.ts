import type {
  CompleteJob,
  CreatedShare,
  DeliveryReport,
  EndedJob,
  Job,
  JobAccepted,
  JobSummary,
  OutputId,
  OutputValues,
  PageReading,
  Share,
} from './contract.ts'
import { JobFailedError, withKey } from './errors.ts'
import { followJob, type JobEvent } from './events.ts'
import { removeKept } from './kept.ts'
import { type JobFilters, pagesOfJobs } from './list.ts'
import { type ImageFile, readImage, readOutput, readPageImage } from './parts.ts'
import { requestBody, type JobRequest, keyHeader, newIdempotencyKey } from './request.ts'
import { isAccepted, isCreatedShare, isDeliveryReports, isJob, isPageReading, isShares } from './shapes.ts'
import { anyOf, deadline } from './signals.ts'
import { openSource, type Source, type SourceOptions } from './source.ts'
import type { Transport } from './transport.ts'

/** The options of every call. */
export type CallOptions = {
  /** Ends the call, which rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

export type CreateOptions = CallOptions &
  SourceOptions & {
    /** 8–255 characters; requests with the same key and content are one job. Default: a new one for each call. */
    readonly idempotencyKey?: string | undefined
  }

export type WaitOptions = CallOptions & {
  /** The time to wait for the end of the job, in milliseconds. Default: no limit. */
  readonly timeoutMs?: number | undefined
  /** Called as the job goes on. What it throws ends the call. */
  readonly onProgress?: ((event: JobEvent) => void) | undefined
}

export type RunOptions = CreateOptions & WaitOptions

/** The options of a call for a part of a result. In a comparison, `provider` says whose part it is. */
export type PartOptions = CallOptions & { readonly provider?: string | undefined }

/** The result is as people have corrected it, if that is asked for; `client.corrections` corrects it. */
export type CorrectedOptions = {
  /** Default: false, as it was read. */
  readonly corrected?: boolean | undefined
}

export type OutputOptions = PartOptions & CorrectedOptions

/** The time that an upload may take, in milliseconds: the service ends one that takes longer. */
const uploadMs = 3_600_000
/**
 * The time for which an ended call still waits for the answer to a new job, in milliseconds: without the id, the job
 * could not be erased.
 */
const createGraceMs = 5_000
/** The time that it may take to erase an abandoned job, in milliseconds: it is often the last request of a process. */
const discardMs = 5_000

export type Jobs = ReturnType<typeof createJobs>

/** `client.jobs`. All of it throws what the client throws; see there. */
export const createJobs = (transport: Transport, clientSignal: AbortSignal | undefined) => {
  const signalOf = ({ signal }: CallOptions): AbortSignal => anyOf(clientSignal, signal)
  const pathOf = (id: string): string => `/api/v1/jobs/${encodeURIComponent(id)}`

  const create = async (
    source: Source,
    request: JobRequest,
    options: CreateOptions = {},
    idempotencyKey: string = options.idempotencyKey ?? newIdempotencyKey(),
  ): Promise<JobAccepted> => {
    const signal = signalOf(options)
    signal.throwIfAborted()
    const opened = await openSource(source, options, signal)
    const { headers, body } = requestBody(opened, request)
    const post = {
      method: 'POST',
      path: '/api/v1/jobs',
      headers: { ...headers, ...keyHeader(idempotencyKey) },
      body,
      signal,
      graceMs: createGraceMs,
      patienceMs: 'url' in opened ? 0 : uploadMs,
    } as const
    const job = await transport.ask(post, isAccepted).catch((error: unknown) => {
      throw withKey(error, idempotencyKey)
    })
    if (signal.aborted) await discard(job.id, options)
    signal.throwIfAborted()
    return job
  }

  const read = (id: string, waitSeconds: number, signal: AbortSignal, corrected = false): Promise<Job> => {
    const path = `${pathOf(id)}?wait=${waitSeconds}${corrected ? '&corrected=true' : ''}`
    return transport.ask({ path, signal, patienceMs: waitSeconds * 1000 }, isJob)
  }

  const follow = (id: string, signal: AbortSignal) =>
    followJob(transport, { id, signal, read: (waitSeconds) => read(id, waitSeconds, signal) })

  const wait = async (id: string, options: WaitOptions = {}): Promise<EndedJob> => {
    const { signal, release } = deadline(signalOf(options), options.timeoutMs)
    const events = follow(id, signal)
    try {
      for (;;) {
        const { done, value } = await events.next()
        if (done !== true) {
          options.onProgress?.(value)
          continue
        }
        const job = value ?? (await read(id, 0, signal))
        if (job.status === 'complete' || job.status === 'failed') return job
        // It was run again meanwhile.
        return await wait(id, { ...options, signal })
      }
    } finally {
      await events.return(null)
      release()
    }
  }

  /**
   * Erases an abandoned job, or cancels it where the key may not erase. One with an idempotency key of the caller's own
   * stays: it may be older than the call, and another call may wait for it. Never throws.
   */
  const discard = async (id: string, { idempotencyKey }: CreateOptions): Promise<void> => {
    if (idempotencyKey !== undefined) return
    const last = { retries: 0, signal: AbortSignal.timeout(discardMs) }
    const ignore = async (response: Response): Promise<void> => response.body?.cancel()
    await transport
      .send({ ...last, method: 'DELETE', path: pathOf(id) }, ignore)
      .catch(() => transport.send({ ...last, method: 'POST', path: `${pathOf(id)}/cancel` }, ignore))
      .catch(() => {})
  }

  const run = async (source: Source, request: JobRequest, options: RunOptions = {}): Promise<CompleteJob> => {
    const { signal, release } = deadline(signalOf(options), options.timeoutMs)
    const idempotencyKey = options.idempotencyKey ?? newIdempotencyKey()
    try {
      const { id, status } = await create(source, request, { ...options, signal }, idempotencyKey)
      let job: EndedJob
      try {
        options.onProgress?.({ type: 'status', id, status })
        job = await wait(id, { onProgress: options.onProgress, signal })
      } catch (error) {
        await discard(id, options)
        throw withKey(error, idempotencyKey)
      }
      if (job.status === 'failed') throw new JobFailedError(job)
      return job
    } finally {
      release()
    }
  }

  return {
    /**
     * Creates a job and returns its id, without waiting for it. When the call is ended, no job is left, unless it has an
     * `idempotencyKey` of the caller's own.
     * @throws {SourceError} when the document cannot be read
     * @example
     * const { id } = await client.jobs.create('report.pdf', { operation: 'parse', outputs: ['markdown'] })
     */
    create: (source: Source, request: JobRequest, options: CreateOptions = {}): Promise<JobAccepted> =>
      create(source, request, options),

    /**
     * Creates a job and waits until it is complete. When the call is ended by its signal or `timeoutMs`, or fails, the job
     * is erased; with an `idempotencyKey` of the caller's own it stays, and the same call comes back to it.
     * @throws {JobFailedError} @throws {SourceError} @throws {TimeoutError}
     */
    run,

    /**
     * A job as it is now. With `waitSeconds` (0–60), it is answered as soon as the job has ended, or after that time.
     * `status` tells the kinds of jobs apart; a result that has `providers` is that of a comparison.
     * @throws {NotFoundError} @throws {ResultExpiredError}
     */
    get: (
      id: string,
      {
        waitSeconds = 0,
        corrected = false,
        ...options
      }: CallOptions & CorrectedOptions & { readonly waitSeconds?: number } = {},
    ): Promise<Job> => read(id, waitSeconds, signalOf(options), corrected),

    /**
     * Waits until a job has ended and returns it; one that failed is returned too. The job goes on when the call ends before.
     * @throws {NotFoundError} also when the job is erased meanwhile @throws {TimeoutError}
     */
    wait,

    /**
     * The events of a job, until it has ended.
     * @example
     * for await (const event of client.jobs.events(id)) if (event.type === 'status') console.error(event.status)
     */
    events: async function* (id: string, options: CallOptions = {}): AsyncGenerator<JobEvent, void, undefined> {
      yield* follow(id, signalOf(options))
    },

    /**
     * The jobs of the account, newest first, as many as are read.
     * @example
     * for await (const job of client.jobs.list({ status: 'failed' })) console.log(job.id, job.errorCode)
     */
    list: ({ signal, ...filters }: JobFilters & CallOptions = {}): AsyncGenerator<JobSummary, void, undefined> =>
      pagesOfJobs(transport, filters, signalOf({ signal })),

    /**
     * One output of a complete job, without the rest of its result.
     * @throws {ProblemError} `no_result` when the job has none, `not_correctable` when corrections do not reach the output
     * @throws {NotFoundError}
     * @example const chunks = await client.jobs.output(id, 'chunks')
     */
    output: <Output extends OutputId>(
      id: string,
      output: Output,
      { provider, corrected = false, ...options }: OutputOptions = {},
    ): Promise<OutputValues[Output]> =>
      readOutput(transport, output, { id, provider, corrected, signal: signalOf(options) }),

    /**
     * Tells whether the result has arrived at each URL in `deliver`, once the job is complete.
     * @throws {NotFoundError}
     */
    deliveries: async (id: string, options: CallOptions = {}): Promise<readonly DeliveryReport[]> =>
      (await transport.ask({ path: `${pathOf(id)}/deliveries`, signal: signalOf(options) }, isDeliveryReports))
        .deliveries,

    /**
     * The file of one image of a complete job, as a stream.
     * @throws {NotFoundError}
     * @example
     * const { stream } = await client.jobs.image(id, 'p1-i1')
     * await writeFile('p1-i1.png', stream)
     */
    image: (id: string, imageId: string, { provider, ...options }: PartOptions = {}): Promise<ImageFile> =>
      readImage(transport, imageId, { id, provider, signal: signalOf(options) }),

    /**
     * Returns the text of a page, of a job with the output `pages`. With `provisionalPages: true` that is possible
     * before the end of the job, also with the output `markdown` alone: such a page is `provisional`, and later pages
     * may change it.
     * @throws {ProblemError} `no_result` when the page cannot be read yet @throws {NotFoundError}
     *
     * @example const { markdown, provisional } = await client.jobs.page(id, 1)
     */
    page: (
      id: string,
      page: number,
      { corrected = false, ...options }: CallOptions & CorrectedOptions = {},
    ): Promise<PageReading> => {
      const path = `${pathOf(id)}/pages/${page}?output=json${corrected ? '&corrected=true' : ''}`
      return transport.ask({ path, signal: signalOf(options) }, isPageReading)
    },

    /**
     * The image of a page, as a stream, of a job with `pageImages: true`; `pageImages` of its result lists them.
     *
     * @example
     * const { stream } = await client.jobs.pageImage(id, 1)
     */
    pageImage: (id: string, page: number, options: CallOptions = {}): Promise<ImageFile> =>
      readPageImage(transport, page, { id, signal: signalOf(options) }),

    /**
     * Makes a link that shows the result of a complete job to whoever has it, without a key. Its `url` is in no other answer. It
     * is not sent again when its answer is lost, because there may be such a link then.
     * @throws {ProblemError} `no_result` when the job has none, `limit_reached` when it has as many links as it may have
     * @throws {PermissionError} also when the operator allows none
     * @example const { url } = await client.jobs.share(id, { expiresInSeconds: 24 * 3600 })
     */
    share: (
      id: string,
      { expiresInSeconds, ...options }: CallOptions & { readonly expiresInSeconds?: number | undefined } = {},
    ): Promise<CreatedShare> =>
      transport.ask(
        {
          method: 'POST',
          path: `${pathOf(id)}/shares`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(expiresInSeconds === undefined ? {} : { expiresIn: expiresInSeconds }),
          signal: signalOf(options),
          isRepeatable: false,
        },
        isCreatedShare,
      ),

    /** The links to the result of a job that are valid, the newest first. @throws {NotFoundError} */
    shares: async (id: string, options: CallOptions = {}): Promise<readonly Share[]> =>
      (await transport.ask({ path: `${pathOf(id)}/shares`, signal: signalOf(options) }, isShares)).shares,

    /** Revokes a link to a result. One that does not exist is revoked. */
    revokeShare: (id: string, shareId: string, options: CallOptions = {}): Promise<void> =>
      removeKept(transport, {
        path: `${pathOf(id)}/shares/${encodeURIComponent(shareId)}`,
        signal: signalOf(options),
      }),

    /**
     * Ends an unfinished job as `failed`, with the error code `cancelled`, and returns it; one that has ended is returned
     * as it is.
     * @throws {NotFoundError}
     */
    cancel: (id: string, options: CallOptions = {}): Promise<Job> =>
      transport.ask({ method: 'POST', path: `${pathOf(id)}/cancel`, signal: signalOf(options) }, isJob),

    /** Erases a job in any state: work under way stops, its result and record go. One that does not exist is erased. */
    erase: (id: string, options: CallOptions = {}): Promise<void> =>
      removeKept(transport, { path: pathOf(id), signal: signalOf(options) }),

    /**
     * Runs a job again that has failed or whose stored result is damaged, under the same id; `wait` waits for its new end.
     * Vendors may charge again. It is not sent again when its answer is lost, because it may have been accepted.
     * @throws {ProblemError} `job_not_retryable` when it is unfinished, intact or cannot be run again
     */
    retry: (id: string, options: CallOptions = {}): Promise<JobAccepted> =>
      transport.ask(
        { method: 'POST', path: `${pathOf(id)}/retry`, signal: signalOf(options), isRepeatable: false },
        isAccepted,
      ),
  }
}
