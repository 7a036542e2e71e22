import { readMessages } from '../language/messages.ts'
import { AnsweredProblem, UnexpectedResponseError, UnreachableError } from './errors.ts'

/** The message of an error for the user. */
export const messageOfError = (error: unknown): string => {
  const messages = readMessages()
  if (error instanceof AnsweredProblem) return error.problem.detail
  if (error instanceof UnreachableError) return messages.common.serviceSilent
  if (error instanceof UnexpectedResponseError)
    return error.status === null ? messages.common.unexpectedContent : messages.common.unexpectedStatus(error.status)
  return error instanceof Error ? error.message : messages.common.unknownError
}
