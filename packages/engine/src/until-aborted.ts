/** The outcome of a promise, or a rejection with the signal's reason if that comes first. */
export const untilAborted = <Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> => {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<Value>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  if (signal.aborted) abort()
  promise.then(resolve, reject)
  return outcome.finally(() => signal.removeEventListener('abort', abort))
}

/** Calls once, also when the signal was aborted before. */
export const whenAborted = (signal: AbortSignal, call: () => void): void => {
  if (signal.aborted) call()
  else signal.addEventListener('abort', call, { once: true })
}
