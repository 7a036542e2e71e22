import type { Logger } from 'pino'
import { UnreadableSecretError, type WebhookSecrets } from '../accounts/webhook-secrets.ts'
import type { Database } from '../db/database.ts'
import type { JobEndings } from '../jobs/endings.ts'
import { batchDeliveryEnded, claimBatchDelivery, type BatchDelivery } from '../jobs/batch-deliveries.ts'
import { claimDelivery, deliveryEnded, type Delivery, type DeliveryOutcome } from '../jobs/webhook-deliveries.ts'
import type { AddressPolicy } from '@polyparse/outbound'
import type { Clock } from '../lib/clock.ts'
import { loggable } from '../lib/loggable.ts'
import { webhookAttempted } from './events.ts'
import { pauseAfter } from './schedule.ts'
import { sendWebhook, type WebhookAnswer } from './send.ts'
import { type DeliveryWay, recordOutcome, startDeliveries } from './due-deliveries.ts'
import { sendMs } from './signed-post.ts'

export type CourierParts = {
  readonly database: Database
  readonly endings: JobEndings
  readonly webhookSecrets: Pick<WebhookSecrets, 'signing'>
  readonly clock: Clock
  readonly logger: Logger
  readonly addressPolicy: AddressPolicy
}

const webhooksAtOnce = { all: 32, account: 4 }

/** Delivers the announcements of the ends of jobs and batches, see `startDeliveries`. */
export const startCourier = (parts: CourierParts): { close(graceMs: number): Promise<void> } =>
  startDeliveries<Delivery | BatchDelivery>(parts, {
    name: 'a webhook delivery',
    claim: async (asked) =>
      (await claimDelivery(parts.database, asked)) ?? (await claimBatchDelivery(parts.database, asked)),
    deliver: (delivery, way) => deliver(parts, delivery, way),
    logFields: logFieldsOfDelivery,
    atOnce: webhooksAtOnce,
    sendMs,
  })

const deliver = async (
  parts: CourierParts,
  delivery: Delivery | BatchDelivery,
  { mayStillSend, signal }: DeliveryWay,
): Promise<void> => {
  const { database, clock, logger, webhookSecrets } = parts
  const secrets = await webhookSecrets.signing(delivery.accountId, clock()).catch((error: unknown) => {
    if (error instanceof UnreadableSecretError) return error
    throw error
  })
  // A process that slept, or waited for its database, leaves the delivery to whichever process claims the next attempt.
  if (!mayStillSend()) return
  const answer: WebhookAnswer =
    secrets instanceof UnreadableSecretError
      ? { kind: 'refused', reason: secrets.message, retryAfterMs: 0 }
      : await tryToSend(parts, delivery, secrets, signal)
  const outcome = outcomeOfWebhookAnswer(delivery, answer)
  const record = () =>
    'batchId' in delivery ? batchDeliveryEnded(database, delivery, outcome) : deliveryEnded(database, delivery, outcome)
  await recordOutcome(record, { sendMs, signal })
  webhookAttempted.emit({ outcome: attemptOf(outcome) })
  const named = { ...logFieldsOfDelivery(delivery), attempt: delivery.attempt }
  if (outcome.kind === 'delivered') logger.info(named, 'webhook delivered')
  else {
    const { reason, retryInSeconds } = outcome
    logger.info({ ...named, reason, retryInSeconds }, 'webhook not delivered')
  }
}

/** Names a delivery in the log. */
const logFieldsOfDelivery = (delivery: Delivery | BatchDelivery): Readonly<Record<string, string>> =>
  'batchId' in delivery ? { batchId: delivery.batchId } : { jobId: delivery.jobId }

/**
 * Words an outcome for the count of attempts.
 * @example attemptOf({ kind: 'delivered' }) // 'delivered'
 */
export const attemptOf = (outcome: DeliveryOutcome) => {
  if (outcome.kind === 'delivered') return 'delivered'
  return outcome.retryInSeconds === null ? 'given_up' : 'retried'
}

const tryToSend = async (
  { clock, logger, addressPolicy: policy }: CourierParts,
  delivery: Delivery | BatchDelivery,
  secrets: readonly string[],
  signal: AbortSignal,
): Promise<WebhookAnswer> => {
  try {
    return await sendWebhook(delivery, { secrets, policy, now: clock(), signal })
  } catch (error) {
    // Broken off, to be repeated by another process.
    if (signal.aborted) throw error
    // A fault of ours counts like one of the receiver, so that a delivery that always fails is given up.
    logger.error({ err: loggable(error), ...logFieldsOfDelivery(delivery) }, 'a webhook could not be sent')
    return { kind: 'refused', reason: 'an error of the service', retryAfterMs: 0 }
  }
}

/** Returns what is recorded of an answer. */
export const outcomeOfWebhookAnswer = (
  delivery: { readonly attempt: number; readonly endedForSeconds: number },
  answer: WebhookAnswer,
): DeliveryOutcome => {
  switch (answer.kind) {
    case 'accepted':
      return { kind: 'delivered' }
    case 'gone':
      return { kind: 'failed', reason: 'HTTP status 410', retryInSeconds: null }
    case 'refused': {
      const pauseMs = pauseAfter(delivery, answer.retryAfterMs)
      return { kind: 'failed', reason: answer.reason, retryInSeconds: pauseMs === null ? null : pauseMs / 1000 }
    }
  }
}
