import type { FailureCode } from '@polyparse/contract'
import { StorageFullError } from '../blobs/blob-store.ts'
import type { Run } from '../jobs/job.ts'
import { ProviderFailure } from '../providers/provider.ts'
import { mayPass } from './may-pass.ts'
import { RenderFailure } from './rendering/renderer.ts'

/** How often a run's process may die before the document is assumed to be the cause. */
export const maxDeaths = 5

/** How often a run may have a transient failure, by whose fault it is. */
const maxFailures = { provider: 5, ours: 10 }

/** The consequence of a failure: what the caller sees, and whether and when the run is retried. */
export type Verdict = {
  readonly code: FailureCode
  readonly message: string
  /** null: the run has failed permanently. */
  readonly retryInSeconds: number | null
}

/**
 * A provider's own failure is passed on, and tried again if it is transient. Any other error is tried again, for some
 * minutes, only if time can mend it: a bug, or a document that needs too much, would fail again. Errors of our own are
 * reported without details, which are in the log.
 */
export const judge = (error: unknown, run: Run): Verdict => {
  const isKnown = error instanceof ProviderFailure || error instanceof RenderFailure
  const { code, message }: { code: FailureCode; message: string } = isKnown
    ? error
    : { code: 'internal_error', message: ourMessage(error) }
  return { code, message, retryInSeconds: run.failures < retriesOf(error) ? backOffSeconds(run.failures) : null }
}

const retriesOf = (error: unknown): number => {
  if (error instanceof ProviderFailure) return error.transient ? maxFailures.provider : 0
  return mayPass(error) ? maxFailures.ours : 0
}

const ourMessage = (error: unknown): string =>
  error instanceof StorageFullError
    ? 'The storage of the service was full.'
    : 'An unexpected error occurred in the service.'

/**
 * 1, 2, 4 … 60 seconds, each longer by up to half at random so that simultaneous failures are not retried
 * simultaneously.
 */
const backOffSeconds = (failures: number): number => Math.min(60, 2 ** failures) * (1 + Math.random() / 2)

/** The pause before a run is tried again whose process has died repeatedly, in seconds. */
export const pauseAfterDeaths = (deaths: number): number => 2 ** deaths * (0.5 + Math.random())
