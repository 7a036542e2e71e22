/** A signal that aborts `graceMs` after another one, unless it is disposed of first. */
export const graceAfter = (signal: AbortSignal, graceMs: number): Disposable & { readonly signal: AbortSignal } => {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const begin = (): void => {
    timer = setTimeout(() => controller.abort(signal.reason), graceMs)
  }
  if (signal.aborted) begin()
  else signal.addEventListener('abort', begin, { once: true })
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      signal.removeEventListener('abort', begin)
      clearTimeout(timer)
    },
  }
}
