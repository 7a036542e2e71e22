import type { RemoteState } from '../../jobs/remote-runs.ts'
import { ProviderFailure } from '@polyparse/providers/port'
import { UnreadAnswer } from '@polyparse/providers/port'
import { isOutage } from '../failure.ts'
import { recordFailure } from '../outcomes.ts'
import type { WorkerParts } from '../parts.ts'
import type { RemoteRun } from './remote-run.ts'

const maxSeconds = 60

/**
 * Returns the pause after the n-th failure: up to 2, 4, 8 … 60 seconds at random ("full jitter"), so that simultaneous
 * failures are not retried simultaneously; never shorter than the vendor asks for.
 */
export const jitteredSeconds = (failures: number, retryAfterSeconds = 0): number =>
  retryAfterSeconds + Math.random() * Math.min(maxSeconds, 2 ** (failures + 1))

/**
 * Returns the same, with a last try at the deadline; null if the vendor may not be asked again before that.
 * @example pauseBeforeRetry(0, 1) // null
 */
export const pauseBeforeRetry = (secondsLeft: number, failures: number, retryAfterSeconds = 0): number | null =>
  retryAfterSeconds < secondsLeft ? Math.min(secondsLeft, jitteredSeconds(failures, retryAfterSeconds)) : null

/** The number of retries of a vendor when the job names another provider after it. */
export const maxRetriesBeforeFallback = 5

/**
 * Retries a step that can be repeated without harm, until the deadline, when its failure is transient and not ours.
 * @throws any other error as it is, for the caller to judge.
 */
export const retryUntilDeadline = async (
  parts: WorkerParts,
  { run, logger }: RemoteRun,
  { secondsLeft }: RemoteState,
  error: unknown,
  signal: AbortSignal,
): Promise<void> => {
  if (!(error instanceof ProviderFailure) || !error.transient || isOutage(error)) throw error
  // An answer that has come in time does not become late while this machine cannot read it.
  const isUnread = error instanceof UnreadAnswer && run.failures < maxRetriesBeforeFallback
  const left = isUnread ? Number.POSITIVE_INFINITY : secondsLeft
  const retryInSeconds = pauseBeforeRetry(left, run.failures, error.retryAfterSeconds)
  logger.info({ err: error, retryInSeconds }, 'a request to the vendor failed')
  const verdict = { code: error.code, message: error.message, retryInSeconds, isOutage: false }
  await recordFailure(parts, run, verdict, signal)
}
