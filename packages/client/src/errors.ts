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

/** No answer came through, however often the request was sent; `cause` is why the last one failed. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
}

/** Something answered that is not this service, or not in its words. */
export class UnexpectedAnswerError extends Error {
  override readonly name = 'UnexpectedAnswerError'
}
