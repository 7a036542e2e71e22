import { createHmac } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { AddressPolicy } from '@polyparse/outbound'
import { readRetryAfter } from '@polyparse/contract/retry-after'
import { safeFetch, type SafeResponse } from '@polyparse/outbound'
import { SafeFetchError } from '@polyparse/outbound'

/** The time from the look-up of the host to the last byte that is read of the answer. */
export const sendMs = 15_000

/** The content of an answer does not matter; this much is read so that the receiver can end it normally. */
const maxAnswerBytes = 64 * 1024

export type PostReply =
  | { readonly status: number; readonly retryAfterMs: number }
  /** There was none: a sentence for people says why. */
  | { readonly reason: string }

export type PostOptions = {
  /** Each signs, the current one first. */
  readonly secrets: readonly string[]
  readonly policy: AddressPolicy
  readonly now: Date
  readonly signal: AbortSignal
}

/** Sends a message once, signed, to the URL of a receiver. A redirect is an answer like any other and is not followed. */
export const postSigned = async (
  url: string,
  { id, body }: Pick<Message, 'id' | 'body'>,
  { secrets, policy, now, signal }: PostOptions,
): Promise<PostReply> => {
  const timestamp = Math.floor(now.getTime() / 1000)
  try {
    const answer = await safeFetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'accept-encoding': 'identity',
        ...signedHeaders({ id, timestamp }, sign(secrets, { id, timestamp, body })),
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
    return await replyOf(answer)
  } catch (error) {
    if (!(error instanceof SafeFetchError) || error.kind === 'aborted') throw error
    return { reason: error.message }
  }
}

/** However its body ends, only the head of the answer matters. */
export const replyOf = async ({ status, headers, body }: SafeResponse): Promise<PostReply> => {
  await readAway(body)
  const waitSeconds = readRetryAfter(headers['retry-after'], headers.date) ?? 0
  return { status, retryAfterMs: waitSeconds * 1000 }
}

/**
 * @example isAcceptedReply(204) // true
 */
export const isAcceptedReply = (status: number): boolean => status >= 200 && status <= 299

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

/** The headers of a message. */
export const signedHeaders = (
  { id, timestamp }: Pick<Message, 'id' | 'timestamp'>,
  signature: string,
): Readonly<Record<string, string>> => ({
  'webhook-id': id,
  'webhook-timestamp': String(timestamp),
  'webhook-signature': signature,
})

/**
 * The value of `webhook-signature`: one signature for each secret, so that receivers may hold the old or the new one
 * while a secret is rotated. Standard Webhooks 1.0.0, https://www.standardwebhooks.com, symmetric scheme `v1`.
 */
export const sign = (secrets: readonly string[], { body, ...message }: Message): string =>
  createSigner(secrets, message).update(body).signature()

/** The same of a body that comes in pieces. */
export const createSigner = (
  secrets: readonly string[],
  { id, timestamp }: Pick<Message, 'id' | 'timestamp'>,
): MessageSigner => {
  const hashes = secrets.map((secret) => createHmac('sha256', keyOfWebhookSecret(secret)).update(`${id}.${timestamp}.`))
  const signer: MessageSigner = {
    update: (piece) => {
      for (const hash of hashes) hash.update(piece)
      return signer
    },
    signature: () => hashes.map((hash) => `v1,${hash.digest('base64')}`).join(' '),
  }
  return signer
}

type MessageSigner = { update(piece: string | Uint8Array): MessageSigner; signature(): string }

const keyOfWebhookSecret = (secret: string): Buffer => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
