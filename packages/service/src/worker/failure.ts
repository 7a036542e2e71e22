import type { FailureCode } from '@polyparse/contract'
import type { Run } from '../jobs/job.ts'
import { ProviderFailure } from '@polyparse/providers/port'
import { mayPass } from './may-pass.ts'
import { RenderFailure } from './rendering/renderer.ts'

/** The number of times that a run's process may die before the document is assumed to be the cause. */
export const maxDeaths = 5

/** The number of times that a run may have a transient failure of its provider, or of making its outputs. */
const maxFailures = 5

/** The consequence of a failure: what the caller sees, and whether and when the run is retried. */
export type FailureVerdict = {
  readonly code: FailureCode
  readonly message: string
  /** null: the run has failed permanently. */
  readonly retryInSeconds: number | null
  /** True if the service's own parts were to blame, for a while. Such failures are not limited. */
  readonly isOutage: boolean
}

/**
 * A provider's own failure is passed on, and tried again if it is transient. An outage of the service's own parts is
 * waited for, however long it lasts. Any other error would come again: a bug, or a document that needs too much. Errors
 * of our own are reported without details, which are in the log.
 */
export const judge = (error: unknown, run: Run): FailureVerdict => {
  const isKnown = error instanceof ProviderFailure || error instanceof RenderFailure
  const { code, message }: { code: FailureCode; message: string } = isKnown
    ? error
    : { code: 'internal_error', message: 'An unexpected error occurred in the service.' }
  if (isOutage(error)) return { code, message, retryInSeconds: outagePauseSeconds(run), isOutage: true }
  const mayRetry = isKnown && error.transient && run.failures < maxFailures
  return { code, message, retryInSeconds: mayRetry ? backOffSeconds(run.failures) : null, isOutage: false }
}

/**
 * Tells whether the service's own parts are to blame, and time mends that: also when a provider says so, who lacks the
 * document.
 */
export const isOutage = (error: unknown): boolean =>
  error instanceof ProviderFailure
    ? error.code === 'internal_error' && error.transient && mayPass(error.cause)
    : mayPass(error)

/**
 * 1, 2, 4 … 60 seconds, each longer by up to half at random so that simultaneous failures are not retried
 * simultaneously.
 */
const backOffSeconds = (failures: number): number => Math.min(60, 2 ** failures) * (1 + Math.random() / 2)

/** 1, 2, 4 … 60 seconds, each shorter by up to half at random. */
export const outagePauseSeconds = ({ outages }: Run): number => Math.min(60, 2 ** outages) * (1 - Math.random() / 2)

/** The pause before a run is tried again whose process has died repeatedly, in seconds. */
export const pauseAfterDeaths = (deaths: number): number => 2 ** deaths * (0.5 + Math.random())
