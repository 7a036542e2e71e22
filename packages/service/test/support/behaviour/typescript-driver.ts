import { type Client, ConnectionError, createClient, PolyparseError, ProblemError } from '@polyparse/client'
import type { Driver, Order, CallOutcome } from './drivers.ts'

/** The client of TypeScript. */
export const typescriptDriver = (): Driver => ({
  call: (order) => {
    const controller = new AbortController()
    const reason = new Error('The call is cancelled.')
    const { retries } = order.call
    const client = createClient({ url: order.url, apiKey: order.apiKey, retries, signal: controller.signal })
    const outcome = make(client, order).then(
      (): CallOutcome => ({ error: null, message: '', retryAfter: null, idempotencyKey: null }),
      (error: unknown): CallOutcome => outcomeOf(error, reason),
    )
    return { outcome, cancel: async () => controller.abort(reason) }
  },
  close: async () => {},
})

const make = (client: Client, order: Order): Promise<unknown> => {
  const { call, metadata } = order
  const idempotencyKey = order.idempotencyKey ?? undefined
  const timeoutMs = call.timeoutSeconds === undefined ? undefined : call.timeoutSeconds * 1000
  const { source, filename } =
    'url' in order.document
      ? { source: order.document.url }
      : { source: Buffer.from(order.document.content), filename: order.document.filename }
  const request = { operation: 'parse', outputs: ['markdown'], metadata } as const
  const jobId = order.jobId ?? ''
  switch (call.do) {
    case 'parse':
      return client.parse(source, { metadata, idempotencyKey, filename, timeoutMs })
    case 'create':
      return client.jobs.create(source, request, { idempotencyKey, filename })
    case 'batch':
      return client.batches.create(
        [1, 2].map(() => ({ ...request, source: String(source) })),
        { idempotencyKey },
      )
    case 'erase':
      return client.jobs.erase(jobId)
    case 'cancel':
      return client.jobs.cancel(jobId)
    case 'retry':
      return client.jobs.retry(jobId)
    case 'output':
      return client.jobs.output(jobId, 'markdown')
    case 'image':
      return client.jobs.image(jobId, 'p1-i1')
    case 'providers':
      return client.providers()
  }
}

const outcomeOf = (error: unknown, reason: Error): CallOutcome => {
  if (error === reason) return { error: 'cancelled', message: '', retryAfter: null, idempotencyKey: null }
  if (!(error instanceof PolyparseError)) throw error
  const waits = error instanceof ProblemError || error instanceof ConnectionError
  return {
    error: error.code,
    message: error.message,
    retryAfter: waits ? error.retryAfterSeconds : null,
    idempotencyKey: error.idempotencyKey,
  }
}
