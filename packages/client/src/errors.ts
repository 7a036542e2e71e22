import type { JobErrorCode, Problem, ProblemCode } from './contract.ts'

/**
 * The base class of the client's errors; `code` names the kind of error, for programs. Besides these the client throws
 * only a `TypeError` for an argument that is not allowed, and the reason of a signal that was aborted.
 */
export abstract class PolyparseError extends Error {
  abstract readonly code: string
  /**
   * The idempotency key of a call that was to create a job or a batch: the same call with this key comes back to it if
   * there is one, and creates no second. Null for all other calls.
   */
  idempotencyKey: string | null = null
}

/** The service answered with a problem. `problem.errors` names the fields that are wrong. */
export class ProblemError extends PolyparseError {
  override readonly name: string = 'ProblemError'
  readonly code: ProblemCode
  /** The HTTP status. */
  readonly status: number
  /** Under which the service has logged the request. */
  readonly requestId: string
  readonly problem: Problem
  /** The time for which the service asks callers to wait; null where it does not say. */
  readonly retryAfterSeconds: number | null

  constructor(problem: Problem, retryAfterSeconds: number | null = null) {
    super(problem.detail)
    this.code = problem.code
    this.status = problem.status
    this.requestId = problem.request_id
    this.problem = problem
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** 400: a field or header of the request is not allowed; `problem.errors` lists them. */
export class ValidationError extends ProblemError {
  override readonly name = 'ValidationError'
}

/** 401: the API key is missing, invalid, disabled or expired. */
export class AuthenticationError extends ProblemError {
  override readonly name = 'AuthenticationError'
}

/** 403: the API key lacks a scope, which the message names. */
export class PermissionError extends ProblemError {
  override readonly name = 'PermissionError'
}

/** 404: the account has no such job, batch, output or image, or the address is not that of a service. */
export class NotFoundError extends ProblemError {
  override readonly name = 'NotFoundError'
}

/** 409: the idempotency key belongs to another request. */
export class IdempotencyConflictError extends ProblemError {
  override readonly name = 'IdempotencyConflictError'
}

/** 410: the result was deleted at the end of its retention time. */
export class ResultExpiredError extends ProblemError {
  override readonly name = 'ResultExpiredError'
}

/** 412: what the request replaces or removes has changed since the caller read it. Read it again, and decide. */
export class PreconditionFailedError extends ProblemError {
  override readonly name = 'PreconditionFailedError'
}

/** 429, after all retries, or with a `retryAfterSeconds` too long to wait for. */
export class RateLimitError extends ProblemError {
  override readonly name = 'RateLimitError'
}

/** 503, after all retries. */
export class ServiceUnavailableError extends ProblemError {
  override readonly name = 'ServiceUnavailableError'
}

/** The classes go by the status, so that a code of a newer service is of a known class as well. */
const classes: Readonly<Partial<Record<number, typeof ProblemError>>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  410: ResultExpiredError,
  412: PreconditionFailedError,
  429: RateLimitError,
  503: ServiceUnavailableError,
}

/** Has what a call throws name the key of what it was to create. */
export const withKey = <Thrown>(error: Thrown, idempotencyKey: string): Thrown => {
  if (error instanceof PolyparseError) error.idempotencyKey = idempotencyKey
  return error
}

/** A problem as the error of its class. */
export const problemError = (problem: Problem, retryAfterSeconds: number | null): ProblemError => {
  const ofCode = problem.code === 'idempotency_conflict' ? IdempotencyConflictError : undefined
  return new (ofCode ?? classes[problem.status] ?? ProblemError)(problem, retryAfterSeconds)
}

/** No complete answer arrived, however often the request was sent; `cause` is why the last attempt failed. */
export class ConnectionError extends PolyparseError {
  override readonly name = 'ConnectionError'
  readonly code = 'connection_failed'
  /**
   * The time for which the server that answers in place of the service asks callers to wait; null where it does not
   * say.
   */
  readonly retryAfterSeconds: number | null

  constructor(message: string, retryAfterSeconds: number | null = null, options?: ErrorOptions) {
    super(message, options)
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The job had not ended within `timeoutMs`. */
export class TimeoutError extends PolyparseError {
  override readonly name = 'TimeoutError'
  readonly code = 'timeout'
}

/** The answer is not from a Polyparse service. */
export class UnexpectedAnswerError extends PolyparseError {
  override readonly name = 'UnexpectedAnswerError'
  readonly code = 'unexpected_answer'
}

/** The answer is longer than a text can be: about 512 MB in Node. Its outputs can be read one by one. */
export class AnswerTooLargeError extends PolyparseError {
  override readonly name = 'AnswerTooLargeError'
  readonly code = 'answer_too_large'
}

/** The document cannot be read, so nothing was sent; `cause` says why. */
export class SourceError extends PolyparseError {
  override readonly name = 'SourceError'
  readonly code = 'source_unreadable'
}

/** The job ended as `failed`; `code` is its `errorCode`, and the message its `error`. */
export class JobFailedError extends PolyparseError {
  override readonly name = 'JobFailedError'
  readonly code: JobErrorCode | 'unknown'
  readonly jobId: string

  constructor(job: { readonly id: string; readonly error: string | null; readonly errorCode?: JobErrorCode }) {
    super(job.error ?? 'The job failed for an unknown reason.')
    this.code = job.errorCode ?? 'unknown'
    this.jobId = job.id
  }
}

/** A request that claims to be a webhook is not genuine, or too old. */
export class WebhookVerificationError extends PolyparseError {
  override readonly name = 'WebhookVerificationError'
  readonly code = 'webhook_not_genuine'
}
