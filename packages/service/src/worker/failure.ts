import type { FailureCode } from '@polyparse/contract'
import { StorageFullError } from '../blobs/blob-store.ts'
import type { Run } from '../jobs/job.ts'
import { ProviderFailure } from '../providers/provider.ts'
import { mayPass } from './may-pass.ts'
import { RenderFailure } from './rendering/renderer.ts'

/** How often a run's process may die before the document is taken to be the cause. */
export const maxDeaths = 5

/** How often a run may fail in a way that may pass, by whose fault it is. */
const maxFailures = { provider: 5, ours: 10 }

/** The consequence of a failure: what the caller sees, and whether and when the run is retried. */
export type Verdict = {
  readonly code: FailureCode
  readonly message: string
  /** null: the run has failed for good. */
  readonly retryInSeconds: number | null
}

/**
 * A provider's own failure is passed on, and tried again when it says that it may pass. Of all else only what time can
 * mend is tried again, for some minutes: a bug, or a document that is too much, would be the same the next time. What is
 * our fault is reported without details, which are in the log.
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

/** 1, 2, 4 … 60 seconds, each up to half as much again so that failures do not march in step. */
const backOffSeconds = (failures: number): number => Math.min(60, 2 ** failures) * (1 + Math.random() / 2)

/** How long a run whose process has died again is left alone, in seconds. */
export const pauseAfterDeaths = (deaths: number): number => 2 ** deaths * (0.5 + Math.random())
