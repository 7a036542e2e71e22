import type { Logger } from 'pino'
import { Readable } from 'node:stream'
import { type AddressPolicy, safeFetch, SafeFetchError } from '@polyparse/outbound'
import { UnreadableSecretError, type WebhookSecrets } from '../accounts/webhook-secrets.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import { damageOf } from '../jobs/damage.ts'
import type { JobEndings } from '../jobs/endings.ts'
import type { StoredResult } from '../jobs/job.ts'
import { mediaTypeOfTarget, openResultContent } from '../jobs/result-content.ts'
import { claimResultDelivery, type ResultDelivery, resultDeliveryEnded } from '../jobs/result-deliveries.ts'
import type { DeliveryOutcome } from '../jobs/webhook-deliveries.ts'
import type { Clock } from '../lib/clock.ts'
import { loggable } from '../lib/loggable.ts'
import { attemptOf, outcomeOfWebhookAnswer } from './courier.ts'
import { type DeliveryWay, recordOutcome, startDeliveries } from './due-deliveries.ts'
import { resultDeliveryAttempted } from './events.ts'
import { answerOfReply } from './send.ts'
import { createSigner, type PostReply, replyOf, signedHeaders } from './signed-post.ts'

export type ResultDeliveryParts = {
  readonly database: Database
  readonly blobs: BlobStore
  readonly endings: JobEndings
  readonly webhookSecrets: Pick<WebhookSecrets, 'signing'>
  readonly clock: Clock
  readonly logger: Logger
  readonly addressPolicy: AddressPolicy
}

/** A result takes far longer than an announcement, so that a process has fewer of them in flight. */
const resultsAtOnce = { all: 8, account: 2 }

/** The time from the look-up of the host to the answer: the largest result, of 256 MiB, over a line of 8 Mbit/s. */
const putMs = 300_000

/** A receiver that cannot even be connected to is given up sooner. */
const connectMs = 15_000

/** Puts the results of complete jobs where their callers want them, see `startDeliveries`. */
export const startResultDeliveries = (parts: ResultDeliveryParts): { close(graceMs: number): Promise<void> } =>
  startDeliveries<ResultDelivery>(parts, {
    name: 'a delivery of a result',
    claim: (asked) => claimResultDelivery(parts.database, asked),
    deliver: (delivery, way) => deliverResult(parts, delivery, way),
    logFields: logFieldsOfResult,
    atOnce: resultsAtOnce,
    sendMs: putMs,
  })

const logFieldsOfResult = ({ jobId, target }: ResultDelivery): Readonly<Record<string, string>> => ({ jobId, target })

const deliverResult = async (parts: ResultDeliveryParts, delivery: ResultDelivery, way: DeliveryWay): Promise<void> => {
  const outcome = await attemptDelivery(parts, delivery, way).catch((error: unknown) => {
    // Broken off, to be repeated by another process.
    if (way.signal.aborted) throw error
    // A fault of ours counts like one of the receiver, so that a delivery that always fails is given up.
    parts.logger.error({ err: loggable(error), ...logFieldsOfResult(delivery) }, 'a result could not be sent')
    return outcomeOfWebhookAnswer(delivery, { kind: 'refused', reason: 'an error of the service', retryAfterMs: 0 })
  })
  // Left to whichever process claims the next attempt.
  if (outcome === null) return
  const record = () => resultDeliveryEnded(parts.database, delivery, outcome)
  await recordOutcome(record, { sendMs: putMs, signal: way.signal })
  resultDeliveryAttempted.emit({ outcome: attemptOf(outcome) })
  const named = { ...logFieldsOfResult(delivery), attempt: delivery.attempt }
  if (outcome.kind === 'delivered') parts.logger.info(named, 'result delivered')
  else {
    const { reason, retryInSeconds } = outcome
    parts.logger.info({ ...named, reason, retryInSeconds }, 'result not delivered')
  }
}

const givenUp = (reason: string): DeliveryOutcome => ({ kind: 'failed', reason, retryInSeconds: null })

/** Null when the time is over in which this process may send. */
const attemptDelivery = async (
  parts: ResultDeliveryParts,
  delivery: ResultDelivery,
  { mayStillSend, signal }: DeliveryWay,
): Promise<DeliveryOutcome | null> => {
  const { blobs, clock, webhookSecrets } = parts
  const { result, url, target } = delivery
  if (result === null || url === null) return givenUp('the result is no longer stored')
  const secrets = await webhookSecrets.signing(delivery.accountId, clock()).catch((error: unknown) => {
    if (error instanceof UnreadableSecretError) return error
    throw error
  })
  if (secrets instanceof UnreadableSecretError)
    return outcomeOfWebhookAnswer(delivery, { kind: 'refused', reason: secrets.message, retryAfterMs: 0 })
  const damage = await damageOf(blobs, result)
  if (damage === 'missing') return givenUp('the result is no longer stored')
  if (damage !== null) return givenUp('the stored result is damaged')
  const id = messageIdOfResult(delivery)
  const timestamp = Math.floor(clock().getTime() / 1000)
  const signer = createSigner(secrets, { id, timestamp })
  const size = await measured(parts, delivery, result, (piece) => signer.update(piece))
  if (size === null) return givenUp(`the result has no ${target}`)
  if (!mayStillSend()) return null
  const headers = {
    'content-type': mediaTypeOfTarget(target),
    'content-length': String(size),
    'accept-encoding': 'identity',
    ...signedHeaders({ id, timestamp }, signer.signature()),
  }
  const reply = await putResult(parts, delivery, result, { url, headers, signal })
  return reply === null
    ? givenUp('the result is no longer stored')
    : outcomeOfWebhookAnswer(delivery, answerOfReply(reply))
}

/** One id for each URL and end of a job: the same at every attempt. */
const messageIdOfResult = ({ jobId, target, retries }: ResultDelivery): string =>
  `res_${jobId}_${target}${retries === 0 ? '' : `_${retries}`}`

/** The size of the content; null if there is none. */
const measured = async (
  { blobs }: ResultDeliveryParts,
  { target }: ResultDelivery,
  result: StoredResult,
  see: (piece: Uint8Array) => void,
): Promise<number | null> => {
  const opened = await openResultContent(blobs, result, target)
  if (opened === null) return null
  let size = 0
  for await (const piece of opened.content) {
    size += piece.length
    see(piece)
  }
  return size
}

type Put = { readonly url: string; readonly headers: Readonly<Record<string, string>>; readonly signal: AbortSignal }

/** Null if the result has gone meanwhile. A redirect is an answer like any other and is not followed. */
const putResult = async (
  { blobs, addressPolicy: policy }: ResultDeliveryParts,
  { target }: ResultDelivery,
  result: StoredResult,
  { url, headers, signal }: Put,
): Promise<PostReply | null> => {
  const opened = await openResultContent(blobs, result, target)
  if (opened === null) return null
  const body = Readable.from(opened.content, { objectMode: false })
  // Whoever reads it is told; a receiver that is never connected to reads nothing.
  body.on('error', () => {})
  try {
    const answer = await safeFetch(url, {
      method: 'PUT',
      headers,
      body,
      policy,
      signal,
      anyStatus: true,
      undecoded: true,
      maxBytes: Number.POSITIVE_INFINITY,
      connectMs,
      firstByteMs: putMs,
      totalMs: putMs,
    })
    return await replyOf(answer)
  } catch (error) {
    if (!(error instanceof SafeFetchError) || error.kind === 'aborted') throw error
    return { reason: error.message }
  } finally {
    body.destroy()
    opened.close()
  }
}
