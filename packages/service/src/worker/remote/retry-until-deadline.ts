import type { RemoteState } from '../../jobs/remote-runs.ts'
import { ProviderFailure } from '../../providers/provider.ts'
import { recordFailure } from '../outcomes.ts'
import type { WorkerParts } from '../parts.ts'
import { pauseBefore } from './back-off.ts'
import type { RemoteRun } from './remote-run.ts'

/** How many times a vendor is retried when the job names another provider after it. */
export const maxRetriesBeforeFallback = 5

/**
 * Retries a step that can be repeated without harm, until the deadline, when its failure is transient.
 * @throws any other error as it is, for the caller to judge.
 */
export const retryUntilDeadline = async (
  parts: WorkerParts,
  { run, logger }: RemoteRun,
  { secondsLeft }: RemoteState,
  error: unknown,
): Promise<void> => {
  if (!(error instanceof ProviderFailure) || !error.transient) throw error
  const retryInSeconds = pauseBefore(secondsLeft, run.failures, error.retryAfterSeconds)
  logger.info({ err: error, retryInSeconds }, 'a request to the vendor failed')
  await recordFailure(parts, run, { code: error.code, message: error.message, retryInSeconds })
}
