import type { RemoteState } from '../../jobs/remote-runs.ts'
import { ProviderFailure } from '../../providers/provider.ts'
import { recordFailure } from '../outcomes.ts'
import type { WorkerParts } from '../parts.ts'
import { pauseBefore } from './back-off.ts'
import type { RemoteRun } from './remote-run.ts'

/** So often a vendor may refuse for now where another provider comes after it. */
export const fewFailures = 5

/**
 * A step that can be repeated without harm has failed: when that may pass, it is tried again until the deadline.
 * Throws the error when it is for others to judge.
 */
export const bearWith = async (
  parts: WorkerParts,
  { run, logger }: RemoteRun,
  { secondsLeft }: RemoteState,
  error: unknown,
): Promise<void> => {
  if (!(error instanceof ProviderFailure) || !error.transient) throw error
  const retryInSeconds = pauseBefore(secondsLeft, run.failures, error.retryAfterSeconds)
  logger.info({ err: error, retryInSeconds }, 'the vendor could not be asked')
  await recordFailure(parts, run, { code: error.code, message: error.message, retryInSeconds })
}
