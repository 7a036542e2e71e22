import { isStorageOutage } from '../blobs/availability.ts'
import { StorageFullError } from '../blobs/blob-store.ts'
import { isUnavailable } from '../db/errors.ts'
import { RequestProblem } from './problems.ts'

/** The time after which to try again after a 503. */
const retryAfterSeconds = 5

export const unavailable = (detail: string, cause?: unknown): RequestProblem =>
  new RequestProblem('service_unavailable', { detail, cause, retryAfterSeconds })

/** The problem that a caller sees for an error. An unexpected one shows only that it happened. */
export const classifyError = (error: unknown): RequestProblem => {
  if (error instanceof RequestProblem) return error
  if (error instanceof StorageFullError) return unavailable('The storage of the service is full.', error)
  if (isStorageOutage(error)) return unavailable('The storage of the service is unavailable.', error)
  if (isUnavailable(error)) return unavailable('The database of the service is unavailable.', error)
  return new RequestProblem('internal_error', { cause: error })
}
