import { ProblemError } from './errors.ts'

/** The message of an error for the user. */
export const messageOf = (error: unknown): string => {
  if (error instanceof ProblemError) return error.problem.detail
  return error instanceof Error ? error.message : 'Something went wrong.'
}
