import { CliError, DocumentError, UsageError } from '../cli-error.ts'
import type { Invocation } from '../invocation.ts'
import { notify } from '../output.ts'

/** The error of a document that was not compared because another error stopped the command. */
export const notCompared = (failure: unknown): DocumentError => {
  const reason = failure instanceof CliError ? failure.message : 'An unexpected error occurred.'
  return new DocumentError(`Not compared, as the command stopped early. ${reason}`, { cause: failure })
}

/**
 * Ends a command in which some documents failed, after the rest is written. Throws the error that stopped the work; else
 * the usage errors, if every document failed with one; else the sentence.
 */
export const endUnfinished = (
  invocation: Invocation,
  sentence: string,
  { of, errors, failures }: { of: number; errors: readonly CliError[]; failures: readonly unknown[] },
): never => {
  if (failures.length > 0) {
    notify(invocation, sentence)
    throw failures[0]
  }
  if (errors.length < of || !errors.every((error) => error instanceof UsageError)) throw new CliError(sentence)
  const mistakes = new Set(errors.map(({ message }) => message))
  throw new UsageError([sentence, ...mistakes].join('\n'))
}
