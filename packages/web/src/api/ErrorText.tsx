import { AnsweredProblem } from './errors.ts'
import { messageOfError } from './message-of.ts'

/** The message of an error for the user. What the service says is English, and is read aloud so. */
export const ErrorText = ({ error }: { readonly error: unknown }) =>
  error instanceof AnsweredProblem ? <span lang="en">{messageOfError(error)}</span> : messageOfError(error)
