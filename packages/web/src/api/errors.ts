import type { Problem } from '@polyparse/contract'

/** The service answered with a problem. */
export class AnsweredProblem extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem
  /** Seconds to wait before a retry, if the service said so. */
  readonly retryAfter: number | null

  constructor(problem: Problem, retryAfter: number | null) {
    super(problem.detail)
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

/** No response: the service or the network is down. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'

  constructor(options?: ErrorOptions) {
    super('The service is not responding.', options)
  }
}

/** The response does not follow the contract. */
export class UnexpectedResponseError extends Error {
  override readonly name = 'UnexpectedResponseError'
  /** The status of a response that is unexpected as such; null if its JSON is. */
  readonly status: number | null

  constructor(status: number | null, options?: ErrorOptions) {
    super(
      `Unexpected response: ${status === null ? 'the JSON does not follow the contract' : `HTTP status ${status}`}.`,
      options,
    )
    this.status = status
  }
}

/** Tells whether the same request may succeed a little later. */
export const isTransient = (error: unknown): boolean =>
  error instanceof UnreachableError || (error instanceof AnsweredProblem && [429, 503].includes(error.problem.status))
