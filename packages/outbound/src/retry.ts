import { setTimeout as sleepFor } from 'node:timers/promises'

/** Tells whether an error is worth another try, and the minimum pause that was asked for. */
type RetryVerdict = { readonly retry: boolean; readonly afterMs?: number | undefined }

export type RetryOptions = {
  /** The pauses before the second try, the third, and so on; there are no more tries than pauses allow. */
  readonly pausesMs: Iterable<number>
  /** No try starts later than this after the first one. */
  readonly windowMs: number
  readonly judge: (error: unknown) => RetryVerdict
  /** Ends a pause, with the error of the last try. */
  readonly signal?: AbortSignal
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
  /** Milliseconds. */
  readonly now?: () => number
}

/** 100, 200, 400, 800 milliseconds, then a second each time: for what may be back at any moment. */
export function* growingPauses(): Generator<number> {
  for (let pauseMs = 100; ; pauseMs = Math.min(1000, 2 * pauseMs)) yield pauseMs
}

const sleepOrWake = async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
  await sleepFor(milliseconds, undefined, signal === undefined ? {} : { signal }).catch(() => {})
}

/** Does the work until it succeeds, fails permanently, or the tries or the time are used up. */
export const withRetries = async <Result>(work: () => Promise<Result>, options: RetryOptions): Promise<Result> => {
  const { pausesMs, windowMs, judge, signal, sleep = sleepOrWake, now = Date.now } = options
  const startedAt = now()
  for (const pauseMs of pausesMs) {
    try {
      return await work()
    } catch (error) {
      const { retry, afterMs = 0 } = judge(error)
      const waitMs = Math.max(pauseMs, afterMs)
      if (!retry || now() - startedAt + waitMs > windowMs) throw error
      await sleep(waitMs, signal)
      if (signal?.aborted === true) throw error
    }
  }
  return work()
}
