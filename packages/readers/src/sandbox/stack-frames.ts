/** The lines of an error's stack, without its message, which may contain text of the document. */
export const stackFrames = (error: unknown): string =>
  (error instanceof Error ? (error.stack ?? '') : '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n')
    .slice(0, maxCharacters)

const maxCharacters = 10_000
