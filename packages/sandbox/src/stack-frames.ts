/**
 * Returns where an error came from: the lines of its stack, without its text, in which there may be something of the document.
 * At most 10,000 characters; '' for what is no `Error`.
 */
export const stackFrames = (error: unknown): string =>
  (error instanceof Error ? (error.stack ?? '') : '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n')
    .slice(0, maxStackTraceCharacters)

const maxStackTraceCharacters = 10_000
