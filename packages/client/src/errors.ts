import type { Problem } from '@polyparse/contract'

/** The service answered with a problem: `problem.code` says which, `problem.errors` which fields are wrong. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem.detail)
    this.problem = problem
  }
}

/** No answer arrived, however often the request was sent; `cause` is why the last attempt failed. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

/** The answer is not from this service, or not in its format. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError'
}
