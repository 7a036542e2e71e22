import { TimeoutError } from './errors.ts'

/** A signal with the timer behind it, which `release` stops. */
type TimedSignal = { readonly signal: AbortSignal; readonly release: () => void }

/** Aborts with the first of the signals that are given. */
export const anyOf = (...signals: readonly (AbortSignal | undefined)[]): AbortSignal =>
  AbortSignal.any(signals.filter((signal) => signal !== undefined))

/** Aborts with the signal, or with a {@link TimeoutError} after so many milliseconds. */
export const deadline = (signal: AbortSignal, timeoutMs: number | undefined): TimedSignal => {
  if (timeoutMs === undefined) return { signal, release: () => {} }
  const watch = watchdog()
  watch.restart(timeoutMs, new TimeoutError(`The job had not ended after ${timeoutMs} ms.`))
  return { signal: anyOf(signal, watch.signal), release: watch.stop }
}

/** Aborts `graceMs` after the signal, so that what is under way can end. */
export const graceAfter = (signal: AbortSignal, graceMs: number): TimedSignal => {
  const watch = watchdog()
  const begin = (): void => watch.restart(graceMs, signal.reason)
  signal.addEventListener('abort', begin, { once: true })
  if (signal.aborted) begin()
  const release = (): void => {
    signal.removeEventListener('abort', begin)
    watch.stop()
  }
  return { signal: watch.signal, release }
}

/** Aborts its signal unless it is restarted in time or stopped. */
export type Watchdog = {
  readonly signal: AbortSignal
  /** Aborts after so many milliseconds, with this reason. */
  readonly restart: (milliseconds: number, reason?: unknown) => void
  readonly stop: () => void
}

export const watchdog = (): Watchdog => {
  const controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = (): void => clearTimeout(timer)
  const restart: Watchdog['restart'] = (milliseconds, reason) => {
    stop()
    timer = setTimeout(() => controller.abort(reason), milliseconds)
  }
  return { signal: controller.signal, restart, stop }
}
