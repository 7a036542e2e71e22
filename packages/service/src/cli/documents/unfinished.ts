import { CliError, DocumentError, UsageError } from '../cli-error.ts'
import { remark } from '../output.ts'

/** Of a document that was not compared, as something else had ended the work. */
export const notCompared = (failure: unknown): DocumentError => {
  const reason = failure instanceof CliError ? failure.message : 'Something went wrong that nobody foresaw.'
  return new DocumentError(`Not compared, as the work ended before. ${reason}`, { cause: failure })
}

/**
 * Ends a command in which not all came to something, when all that did is written: with what stopped the work; else,
 * where mistakes of use are all that came of any document, with these; else with the sentence.
 */
export const endUnfinished = (
  sentence: string,
  { of, errors, failures }: { of: number; errors: readonly CliError[]; failures: readonly unknown[] },
): never => {
  if (failures.length > 0) {
    remark(sentence)
    throw failures[0]
  }
  if (errors.length < of || !errors.every((error) => error instanceof UsageError)) throw new CliError(sentence)
  const mistakes = new Set(errors.map(({ message }) => message))
  throw new UsageError([sentence, ...mistakes].join('\n'))
}
