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
import { sendMs } from './signed-post.ts'

export type CourierParts = {
  readonly database: Database
  readonly endings: JobEndings
  readonly webhookSecrets: Pick<WebhookSecrets, 'signing'>
  readonly clock: Clock
  readonly logger: Logger
  readonly addressPolicy: AddressPolicy
}

/**
 * How many deliveries this process has in flight, and how many of one account: its dead receivers hold up no other
 * account.
 */
const atOnce = { all: 32, account: 4 }

/** Twice as long as sending takes. A delivery whose process has died is tried again after that. */
const claimMs = 2 * sendMs

/** The end of a job with a webhook is noticed at once. This is for retries, and for lost notifications. */
const webhookPollIntervalMs = 1000

/**
 * Delivers due webhooks, in any process: each delivery is claimed in the database first, so no two processes make the
 * same one. The returned function stops it: it gives deliveries in flight some time, then breaks them off; they stay
 * due.
 */
export const startCourier = (parts: CourierParts): { close(graceMs: number): Promise<void> } => {
  const { database, clock, logger } = parts
  const stopping = new AbortController()
  const breakOff = new AbortController()
  const underWay = new Map<string, { readonly accountId: string; readonly done: Promise<void> }>()
  let bell = Promise.withResolvers<void>()
  const ring = () => bell.resolve()
  const unsubscribe = parts.endings.onWebhookDue(ring)

  const busyAccounts = (): string[] => {
    const counts = Map.groupBy(underWay.values(), ({ accountId }) => accountId)
    return [...counts].flatMap(([accountId, own]) => (own.length < atOnce.account ? [] : [accountId]))
  }

  const startDue = async (): Promise<void> => {
    while (underWay.size < atOnce.all && !stopping.signal.aborted) {
      const askedAt = clock().getTime()
      const claim = { busyAccounts: busyAccounts(), claimSeconds: claimMs / 1000 }
      const delivery = (await claimDelivery(database, claim)) ?? (await claimBatchDelivery(database, claim))
      if (delivery === null) return
      const mayStillSend = () => clock().getTime() - askedAt <= claimMs - sendMs
      const key = `${subjectId(delivery)} ${delivery.attempt}`
      const done = deliver(parts, delivery, { mayStillSend, signal: breakOff.signal })
        .catch((error: unknown) => {
          if (!breakOff.signal.aborted)
            logger.error(
              { err: loggable(error), ...logFieldsOfDelivery(delivery) },
              'a webhook delivery failed unexpectedly',
            )
        })
        .finally(() => {
          underWay.delete(key)
          ring()
        })
      underWay.set(key, { accountId: delivery.accountId, done })
    }
  }

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // Created before looking, so that no notification in between is missed.
      bell = Promise.withResolvers()
      try {
        await startDue()
      } catch (error) {
        logger.error({ err: loggable(error) }, 'due webhooks could not be read, will retry')
      }
      const timer = setTimeout(ring, webhookPollIntervalMs)
      await bell.promise
      clearTimeout(timer)
    }
  }
  const working = work()

  const close = async (graceMs: number): Promise<void> => {
    unsubscribe()
    stopping.abort()
    ring()
    const timer = setTimeout(() => breakOff.abort(), graceMs)
    await working
    await Promise.all(Array.from(underWay.values(), ({ done }) => done))
    clearTimeout(timer)
  }
  let closing: Promise<void> | null = null
  return {
    close: (graceMs) => {
      closing ??= close(graceMs)
      return closing
    },
  }
}

const deliver = async (
  parts: CourierParts,
  delivery: Delivery | BatchDelivery,
  { mayStillSend, signal }: { readonly mayStillSend: () => boolean; readonly signal: AbortSignal },
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
  if ('batchId' in delivery) await batchDeliveryEnded(database, delivery, outcome)
  else await deliveryEnded(database, delivery, outcome)
  webhookAttempted.emit({ outcome: attemptOf(outcome) })
  const named = { ...logFieldsOfDelivery(delivery), attempt: delivery.attempt }
  if (outcome.kind === 'delivered') logger.info(named, 'webhook delivered')
  else {
    const { reason, retryInSeconds } = outcome
    logger.info({ ...named, reason, retryInSeconds }, 'webhook not delivered')
  }
}

/** In the log. */
const logFieldsOfDelivery = (delivery: Delivery | BatchDelivery) =>
  'batchId' in delivery ? { batchId: delivery.batchId } : { jobId: delivery.jobId }

const subjectId = (delivery: Delivery | BatchDelivery): string =>
  'batchId' in delivery ? delivery.batchId : delivery.jobId

const attemptOf = (outcome: DeliveryOutcome) => {
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

const outcomeOfWebhookAnswer = (delivery: Delivery | BatchDelivery, answer: WebhookAnswer): DeliveryOutcome => {
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
