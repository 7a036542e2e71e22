/**
 * An error as it may appear in the log. Database errors carry the statement's parameters, among them secrets of
 * callers, so only the named members are copied.
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
