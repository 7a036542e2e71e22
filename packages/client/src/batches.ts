import type { Batch, BatchAccepted } from './contract.ts'
import type { CallOptions } from './jobs.ts'
import { pauseFor } from './pause.ts'
import { withKey } from './errors.ts'
import { type JobRequest, keyHeader, newIdempotencyKey } from './request.ts'
import { isBatch, isBatchAccepted } from './shapes.ts'
import { anyOf, deadline } from './signals.ts'
import type { Transport } from './transport.ts'

/** One job of a batch: what `jobs.create` takes, for a document that the service fetches. */
export type BatchJob = JobRequest & {
  /** Starts with `http://` or `https://`. */
  readonly source: string | URL
}

export type CreateBatchOptions = CallOptions & {
  /** Receives one signed POST when all jobs have ended. */
  readonly webhook?: { readonly url: string } | undefined
  /** 8–250 characters; requests with the same key and content are one batch. Default: a new one for each call. */
  readonly idempotencyKey?: string | undefined
}

export type BatchWaitOptions = CallOptions & {
  /** The time to wait for the end of the batch, in milliseconds. Default: no limit. */
  readonly timeoutMs?: number | undefined
  /** Called with the batch as it is now, every two seconds. What it throws ends the call. */
  readonly onProgress?: ((batch: Batch) => void) | undefined
}

/** The pause between two reads of a batch, in milliseconds. */
const pollMs = 2_000

/** `client.batches`. All of it throws what the client throws; see there. */
export const createBatches = (transport: Transport, clientSignal: AbortSignal | undefined) => {
  const signalOf = ({ signal }: CallOptions): AbortSignal => anyOf(clientSignal, signal)

  const get = (id: string, options: CallOptions = {}): Promise<Batch> =>
    transport.ask({ path: `/api/v1/batches/${encodeURIComponent(id)}`, signal: signalOf(options) }, isBatch)

  return {
    /**
     * Creates up to 1000 jobs at once, all of them or none, and returns the batch with their ids, in the order of the request.
     * When the call is ended while it waits for the answer, the batch may have been created.
     * @example
     * const batch = await client.batches.create(urls.map((source) => ({ source, operation: 'parse', outputs: ['markdown'] })))
     * await client.batches.wait(batch.id)
     * for await (const job of client.jobs.list({ batch: batch.id, status: 'failed' })) console.error(job.source.url)
     */
    create: (
      jobs: readonly BatchJob[],
      { webhook, idempotencyKey = newIdempotencyKey(), ...options }: CreateBatchOptions = {},
    ): Promise<BatchAccepted> =>
      transport
        .ask(
          {
            method: 'POST',
            path: '/api/v1/batches',
            headers: { 'content-type': 'application/json', ...keyHeader(idempotencyKey) },
            body: JSON.stringify({
              jobs: jobs.map(({ source, ...request }) => ({ ...request, source: { url: String(source) } })),
              webhook,
            }),
            signal: signalOf(options),
          },
          isBatchAccepted,
        )
        .catch((error: unknown) => {
          throw withKey(error, idempotencyKey)
        }),

    /**
     * Counts the jobs of a batch by state. `completedAt` appears some seconds after the last has ended; `jobs.list`
     * lists them.
     * @throws {NotFoundError}
     */
    get,

    /**
     * Waits until all jobs of a batch have ended.
     * @throws {NotFoundError} @throws {TimeoutError}
     */
    wait: async (id: string, options: BatchWaitOptions = {}): Promise<Batch> => {
      const { signal, release } = deadline(signalOf(options), options.timeoutMs)
      try {
        for (;;) {
          const batch = await get(id, { signal })
          options.onProgress?.(batch)
          if (batch.counts.queued + batch.counts.running === 0) return batch
          await pauseFor(pollMs, signal)
        }
      } finally {
        release()
      }
    },
  }
}
