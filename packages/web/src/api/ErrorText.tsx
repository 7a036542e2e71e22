import { ProblemError } from './errors.ts'
import { messageOf } from './message-of.ts'

/** The message of an error for the user. What the service says is English, and is read aloud so. */
export const ErrorText = ({ error }: { readonly error: unknown }) =>
  error instanceof ProblemError ? <span lang="en">{messageOf(error)}</span> : messageOf(error)
