import { ProblemError } from './errors.ts'

/** An error in words for the person who sees it. */
export const messageOf = (error: unknown): string => {
  if (error instanceof ProblemError) return error.problem.detail
  return error instanceof Error ? error.message : 'Something went wrong.'
}
