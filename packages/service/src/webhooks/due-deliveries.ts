import type { Logger } from 'pino'
import { DatabaseClosedError, isUnavailable } from '../db/errors.ts'
import type { JobEndings } from '../jobs/endings.ts'
import type { Clock } from '../lib/clock.ts'
import { loggable } from '../lib/loggable.ts'
import { growingPauses, withRetries } from '@polyparse/outbound'

/** The way in which deliveries of one kind are made. */
type DeliveryKind<Due> = {
  /** The name in the log. */
  readonly name: string
  readonly claim: (asked: {
    readonly busyAccounts: readonly string[]
    readonly claimSeconds: number
  }) => Promise<Due | null>
  /** Makes it and records its outcome. Nothing may be sent any more once `mayStillSend` is false. */
  readonly deliver: (due: Due, way: DeliveryWay) => Promise<void>
  readonly logFields: (due: Due) => Readonly<Record<string, string>>
  /**
   * The number of deliveries that a process has in flight, in all and of one account: its dead receivers hold up no
   * other account.
   */
  readonly atOnce: { readonly all: number; readonly account: number }
  /** The time that sending takes at most. */
  readonly sendMs: number
}

export type DeliveryWay = { readonly mayStillSend: () => boolean; readonly signal: AbortSignal }

export type DueParts = { readonly endings: JobEndings; readonly clock: Clock; readonly logger: Logger }

/** The end of a job is noticed at once. This is for retries, and for lost notifications. */
const duePollIntervalMs = 1000

/** A claim holds for so many times as long as sending takes. A delivery whose process has died is tried again after that. */
export const claimedFor = 2

/**
 * Makes due deliveries, in any process: each is claimed in the database first, so no two processes make the same one.
 * The returned function stops it: it gives deliveries in flight some time, then breaks them off; they stay due.
 */
export const startDeliveries = <Due extends { readonly accountId: string }>(
  { endings, clock, logger }: DueParts,
  { name, claim, deliver, logFields, atOnce, sendMs }: DeliveryKind<Due>,
): { close(graceMs: number): Promise<void> } => {
  const claimMs = claimedFor * sendMs
  const stopping = new AbortController()
  const breakOff = new AbortController()
  const underWay = new Set<{ readonly accountId: string; readonly done: Promise<void> }>()
  let bell = Promise.withResolvers<void>()
  const ring = () => bell.resolve()
  const unsubscribe = endings.onWebhookDue(ring)

  const busyAccounts = (): string[] => {
    const counts = Map.groupBy(underWay, ({ accountId }) => accountId)
    return [...counts].flatMap(([accountId, own]) => (own.length < atOnce.account ? [] : [accountId]))
  }

  const startDue = async (): Promise<void> => {
    while (underWay.size < atOnce.all && !stopping.signal.aborted) {
      const askedAt = clock().getTime()
      const due = await claim({ busyAccounts: busyAccounts(), claimSeconds: claimMs / 1000 })
      if (due === null) return
      const mayStillSend = () => clock().getTime() - askedAt <= claimMs - sendMs
      const done = deliver(due, { mayStillSend, signal: breakOff.signal })
        .catch((error: unknown) => {
          if (!breakOff.signal.aborted)
            logger.error({ err: loggable(error), ...logFields(due) }, `${name} failed unexpectedly`)
        })
        .finally(() => {
          underWay.delete(entry)
          ring()
        })
      const entry = { accountId: due.accountId, done }
      underWay.add(entry)
    }
  }

  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // Created before looking, so that no notification in between is missed.
      bell = Promise.withResolvers()
      try {
        await startDue()
      } catch (error) {
        logger.error({ err: loggable(error) }, `what is due of ${name} could not be read, will retry`)
      }
      const timer = setTimeout(ring, duePollIntervalMs)
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
    await Promise.all(Array.from(underWay, ({ done }) => done))
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

/**
 * Records an outcome that only this process knows. While the database is away it is tried again, for as long as the claim
 * holds and no other process would deliver once more.
 */
export const recordOutcome = (
  record: () => Promise<void>,
  { sendMs, signal }: { readonly sendMs: number; readonly signal: AbortSignal },
): Promise<void> =>
  withRetries(record, {
    pausesMs: growingPauses(),
    windowMs: (claimedFor - 1) * sendMs,
    judge: (error) => ({ retry: isUnavailable(error) && !(error instanceof DatabaseClosedError) }),
    signal,
  })
