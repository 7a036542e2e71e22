import { isTransient, AnsweredProblem } from './errors.ts'
import { pauseUnlessAborted } from './pause.ts'

/** The number of attempts at a request while the service is not responding, or has too much to do. */
const maxTries = 20

/**
 * Repeats what may succeed a little later, as long as the service asks for.
 * @throws what cannot succeed, or has not in all this time, or the reason of the signal.
 */
export const patiently = async <Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      signal.throwIfAborted()
      if (tries === maxTries || !isTransient(error)) throw error
      const seconds = error instanceof AnsweredProblem ? error.retryAfter : null
      await pauseUnlessAborted(signal, seconds === null ? undefined : seconds * 1000)
      signal.throwIfAborted()
    }
  }
}

/** The number of requests for one action that are under way at once. */
const maxPatientRequests = 4

/** Does the same for each item, a few at a time; never rejects. Resolves to the items for which it failed. */
export const forEachPatiently = async <Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
  signal: AbortSignal,
): Promise<readonly Item[]> => {
  const failed: Item[] = []
  const rest = items.values()
  const worker = async () => {
    for (const item of rest) {
      try {
        await patiently(() => work(item), signal)
      } catch {
        failed.push(item)
      }
    }
  }
  await Promise.all(Array.from({ length: maxPatientRequests }, worker))
  return failed
}
