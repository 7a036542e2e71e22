/**
 * An error as it may stand in the log: database errors carry the statement's parameters, among them secrets of callers,
 * so only named members are taken over.
 */
export const loggable = (error: unknown, depth = 0): object => {
  if (!(error instanceof Error)) return { type: typeof error }
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...('code' in error && { code: error.code }),
    ...(error.cause !== undefined && depth < 5 && { cause: loggable(error.cause, depth + 1) }),
  }
}
