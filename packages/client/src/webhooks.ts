import type { BatchWebhookEvent, TestWebhookEvent, WebhookEvent } from './contract.ts'
import { parsedJson } from './answers.ts'
import { WebhookVerificationError } from './errors.ts'
import { isWebhookEvent } from './shapes.ts'

/** The events of a webhook: a job has ended, all jobs of a batch have, or its account tests it. */
export type AnyWebhookEvent = WebhookEvent | BatchWebhookEvent | TestWebhookEvent

/** The headers of a request: of the Fetch API, or as Node's HTTP server has them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * The maximum distance of the time of a webhook from the clock of this machine, in seconds, so that old ones cannot be
 * replayed.
 */
const defaultToleranceSeconds = 300

/**
 * The event of a webhook (Standard Webhooks 1.0.0), if it is genuine. `event.data.id` is the job, which is read
 * with `client.jobs.get`, or the batch. It may arrive more than once, with the same `webhook-id`.
 *
 * @param body exactly as it arrived: JSON that was parsed and written again has other bytes
 * @param secret that of the account, which starts with `whsec_`
 * @throws {WebhookVerificationError} when it is not genuine or too old
 * @throws {TypeError} when the secret is not one
 * @example
 * const event = await verifyWebhook(request.headers, await request.text(), process.env.WEBHOOK_SECRET)
 * if (event.type === 'job.complete') await save(await client.jobs.get(event.data.id))
 */
export const verifyWebhook = async (
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string,
  { toleranceSeconds = defaultToleranceSeconds }: { readonly toleranceSeconds?: number } = {},
): Promise<AnyWebhookEvent> => {
  const key = await importWebhookKey(secret)
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => header(headers, `webhook-${name}`))
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookVerificationError(`The webhook is not from the last ${toleranceSeconds} seconds.`)
  const bytes = typeof body === 'string' ? encoder.encode(body) : body
  const signed = concatSignedBytes(encoder.encode(`${id}.${timestamp}.`), bytes)
  for (const each of (signatures ?? '').split(' ')) {
    const [version, signature = ''] = each.split(',')
    const given = version === 'v1' ? decodeWebhookBase64(signature) : null
    // WebCrypto compares in constant time.
    if (given !== null && (await crypto.subtle.verify('HMAC', key, given, signed))) return eventIn(bytes)
  }
  throw new WebhookVerificationError('The webhook is not signed with this secret.')
}

const encoder = new TextEncoder()

const importWebhookKey = async (secret: string) => {
  const bytes = secret.startsWith('whsec_') ? decodeWebhookBase64(secret.slice('whsec_'.length)) : null
  if (bytes === null || bytes.length === 0) throw new TypeError('A webhook secret is `whsec_` and a key in base64.')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

const eventIn = (bytes: Uint8Array): AnyWebhookEvent => {
  const event = parsedJson(new TextDecoder().decode(bytes))
  if (isWebhookEvent(event)) return event
  throw new WebhookVerificationError('The webhook is not one of Polyparse.')
}

const header = (headers: WebhookHeaders, name: string): string | undefined => {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const value = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : value?.[0]
}

/** The bytes of a base64 text; null if it is not one. */
const decodeWebhookBase64 = (base64: string): Uint8Array<ArrayBuffer> | null => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

const concatSignedBytes = (first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}
