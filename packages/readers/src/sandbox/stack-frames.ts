/** Where an error came from, without its text, in which there may be something of the document. */
export const stackFrames = (error: unknown): string =>
  (error instanceof Error ? (error.stack ?? '') : '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n')
    .slice(0, maxCharacters)

const maxCharacters = 10_000
