import { retryAfterHeader } from '@polyparse/contract/retry-after'
import {
  type FieldError,
  type JobErrorCode,
  type Problem,
  type ProblemCode,
  problems,
  problemSlug,
} from '@polyparse/contract'

type ProblemDetails = {
  readonly detail?: string
  readonly errors?: readonly FieldError[]
  readonly headers?: Readonly<Record<string, string>>
  /** The time after which the caller may try again. */
  readonly retryAfterSeconds?: number
  /** The code of a job that has failed. */
  readonly errorCode?: JobErrorCode | null
  /** The cause for the log; callers never see it. */
  readonly cause?: unknown
}

/**
 * An error that the API answers as `application/problem+json` wherever it is thrown. Everything but the cause is
 * public.
 */
export class RequestProblem extends Error {
  override readonly name = 'ProblemError'
  readonly code: ProblemCode
  readonly errors: readonly FieldError[]
  readonly headers: Readonly<Record<string, string>>
  readonly errorCode: JobErrorCode | null

  constructor(
    code: ProblemCode,
    { detail, errors = [], headers = {}, retryAfterSeconds, errorCode = null, cause }: ProblemDetails = {},
  ) {
    super(detail ?? problems[code].summary, { cause })
    this.code = code
    this.errors = errors
    this.errorCode = errorCode
    this.headers = retryAfterSeconds === undefined ? headers : { ...headers, ...retryAfterHeader(retryAfterSeconds) }
  }
}

/** The maximum number of mistakes in one answer, which must not grow with the size of the request. */
export const maxErrors = 20

/** A 400 that names every field as it is spelled in the interface. */
export const validationError = (errors: readonly FieldError[], cause?: unknown): RequestProblem => {
  const listed = errors.slice(0, maxErrors)
  const detail = listed.map(({ field, message }) => `${field} ${message}`).join('; ')
  return new RequestProblem('validation_error', { detail, errors: listed, cause })
}

/** The body of a problem, as it is sent. */
export const problemBody = (
  error: RequestProblem,
  { baseUrl, path, requestId }: { baseUrl: string; path: string; requestId: string },
): Problem => ({
  type: `${baseUrl}/problems/${problemSlug(error.code)}`,
  title: problems[error.code].title,
  status: problems[error.code].status,
  code: error.code,
  detail: error.message,
  instance: path,
  request_id: requestId,
  ...(error.errors.length > 0 && { errors: [...error.errors] }),
  ...(error.errorCode !== null && { errorCode: error.errorCode }),
})
