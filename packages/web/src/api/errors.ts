import type { Problem } from '@polyparse/contract'

/** The service refused, and said why. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem
  /** Seconds after which to come again, where the service said so. */
  readonly retryAfter: number | null

  constructor(problem: Problem, retryAfter: number | null) {
    super(problem.detail)
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

/** No answer came: the service is down, or the network is. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'

  constructor(options?: ErrorOptions) {
    super('The service does not answer.', options)
  }
}

/** Something answered, but not what the contract says. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError'

  constructor(what: string, options?: ErrorOptions) {
    super(`Something else than the service answered: ${what}.`, options)
  }
}

/** Whether the same request may well be answered a little later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof UnreachableError || (error instanceof ProblemError && [429, 503].includes(error.problem.status))
