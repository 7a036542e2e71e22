/** Calls once, also when the signal was aborted before. */
export const whenAborted = (signal: AbortSignal, call: () => void): void => {
  if (signal.aborted) call()
  else signal.addEventListener('abort', call, { once: true })
}
