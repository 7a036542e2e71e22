import type { BatchWebhookEvent, WebhookEvent } from '@polyparse/contract'
import type { BatchDelivery } from '../jobs/batch-deliveries.ts'
import type { Delivery } from '../jobs/webhook-deliveries.ts'
import { isAcceptedReply, postSigned, type PostOptions, type PostReply } from './signed-post.ts'

export type WebhookAnswer =
  | { readonly kind: 'accepted' }
  /** 410: the receiver never wants the webhook again. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly reason: string; readonly retryAfterMs: number }

/** Sends the announcement once. Body and id are the same at every attempt; each has its own time and signature. */
export const sendWebhook = async (delivery: Delivery | BatchDelivery, options: PostOptions): Promise<WebhookAnswer> => {
  const message = { id: messageId(delivery), body: JSON.stringify(eventOf(delivery)) }
  return answerOfReply(await postSigned(delivery.url, message, options))
}

/**
 * Returns what a receiver means by its reply.
 * @example answerOfReply({ status: 204 }) // { kind: 'accepted' }
 */
export const answerOfReply = (reply: PostReply): WebhookAnswer => {
  if ('reason' in reply) return { kind: 'refused', reason: reply.reason, retryAfterMs: 0 }
  if (isAcceptedReply(reply.status)) return { kind: 'accepted' }
  if (reply.status === 410) return { kind: 'gone' }
  return { kind: 'refused', reason: `HTTP status ${reply.status}`, retryAfterMs: reply.retryAfterMs }
}

/** One id for each end of a job, and one for a batch: receivers ignore an id that they have seen. */
const messageId = (delivery: Delivery | BatchDelivery): string => {
  if ('batchId' in delivery) return `msg_${delivery.batchId}`
  const { jobId, retries } = delivery
  return `msg_${jobId}${retries === 0 ? '' : `_${retries}`}`
}

const eventOf = (delivery: Delivery | BatchDelivery): WebhookEvent | BatchWebhookEvent =>
  'batchId' in delivery ? batchEvent(delivery) : jobEvent(delivery)

const batchEvent = ({ batchId, total, counts, endedAt }: BatchDelivery): BatchWebhookEvent => ({
  type: 'batch.complete',
  timestamp: endedAt.toISOString(),
  data: { id: batchId, total, counts },
})

const jobEvent = ({ jobId, status, errorCode, endedAt }: Delivery): WebhookEvent => ({
  type: `job.${status}`,
  timestamp: endedAt.toISOString(),
  data: { id: jobId, status, ...(errorCode !== null && { errorCode }) },
})
