import type { Readable } from 'node:stream'
import type { WebhookEvent } from '@polyparse/contract'
import type { Delivery } from '../jobs/webhook-deliveries.ts'
import type { AddressPolicy } from '../lib/addresses.ts'
import { retryAfterMs } from '../lib/retry.ts'
import { safeFetch } from '../lib/safe-fetch.ts'
import { SafeFetchError } from '../lib/safe-fetch-error.ts'
import { createHmac } from 'node:crypto'

/** From the look-up of the host to the last byte that is read of the answer. */
export const sendMs = 15_000

/** The content of an answer does not matter; this much is read so that the receiver can end it normally. */
const maxAnswerBytes = 64 * 1024

export type Answer =
  | { readonly kind: 'accepted' }
  /** 410: the receiver never wants the webhook again. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly reason: string; readonly retryAfterMs: number }

/**
 * Sends the announcement once. Body and id are the same at every attempt; each has its own time and signature. A
 * redirect is not a delivery and is not followed.
 */
export const sendWebhook = async (
  delivery: Delivery,
  {
    secrets,
    policy,
    now,
    signal,
  }: { secrets: readonly string[]; policy: AddressPolicy; now: Date; signal: AbortSignal },
): Promise<Answer> => {
  const id = messageId(delivery)
  const timestamp = Math.floor(now.getTime() / 1000)
  const body = JSON.stringify(eventOf(delivery))
  try {
    const answer = await safeFetch(delivery.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': sign(secrets, { id, timestamp, body }),
      },
      body,
      policy,
      signal,
      anyStatus: true,
      // The answer is not read, so its encoding does not matter.
      undecoded: true,
      maxBytes: Number.POSITIVE_INFINITY,
      firstByteMs: sendMs,
      totalMs: sendMs,
    })
    await readAway(answer.body)
    if (answer.status >= 200 && answer.status <= 299) return { kind: 'accepted' }
    if (answer.status === 410) return { kind: 'gone' }
    const wished = retryAfterMs(answer.headers['retry-after']) ?? 0
    return { kind: 'refused', reason: `HTTP status ${answer.status}`, retryAfterMs: wished }
  } catch (error) {
    if (!(error instanceof SafeFetchError) || error.kind === 'aborted') throw error
    return { kind: 'refused', reason: error.message, retryAfterMs: 0 }
  }
}

/** One id for each end of a job: receivers ignore an id that they have seen. */
const messageId = ({ jobId, retries }: Delivery): string => `msg_${jobId}${retries === 0 ? '' : `_${retries}`}`

const eventOf = ({ jobId, status, errorCode, endedAt }: Delivery): WebhookEvent => ({
  type: `job.${status}`,
  timestamp: endedAt.toISOString(),
  data: { id: jobId, status, ...(errorCode !== null && { errorCode }) },
})

/** However the rest of the answer ends, only its status matters. */
const readAway = async (body: Readable): Promise<void> => {
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += Buffer.byteLength(chunk)
      if (bytes > maxAnswerBytes) break
    }
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
  }
}

/** The signed content: the headers `webhook-id` and `webhook-timestamp` (seconds), and the body byte by byte. */
type Message = { readonly id: string; readonly timestamp: number; readonly body: string }

/**
 * The value of `webhook-signature`: one signature for each secret, so that receivers may hold the old or the new one
 * while a secret is rotated. Standard Webhooks 1.0.0, https://www.standardwebhooks.com, symmetric scheme `v1`.
 */
export const sign = (secrets: readonly string[], { id, timestamp, body }: Message): string =>
  secrets
    .map((secret) => createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64'))
    .map((signature) => `v1,${signature}`)
    .join(' ')

const keyOf = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
