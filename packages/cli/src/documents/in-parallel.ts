/** The result for each item, in order, and the errors that stopped the work early. */
export type ParallelOutcome<Result> = { readonly results: Result[]; readonly failures: readonly unknown[] }

/**
 * Runs `work` for each item, up to `concurrency` at a time. After a failure no more work is started, and work in progress
 * finishes; `fallback` supplies the results of the other items, so that finished ones are not lost.
 * @throws the reason of the signal, or the first failure if no item succeeded
 */
export const inParallel = async <Item, Result>(
  items: readonly Item[],
  { concurrency, signal, fallback }: Parallel<Item, Result>,
  work: (item: Item) => Promise<Result>,
): Promise<ParallelOutcome<Result>> => {
  const results = new Map<Item, Result>()
  const failures: unknown[] = []
  const rest = items.values()
  const worker = async (): Promise<void> => {
    for (const item of rest) {
      if (failures.length > 0 || signal.aborted) return
      try {
        results.set(item, await work(item))
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  signal.throwIfAborted()
  if (failures.length > 0 && results.size === 0) throw failures[0]
  return { results: items.map((item) => results.get(item) ?? fallback(item, failures[0])), failures }
}

type Parallel<Item, Result> = {
  readonly concurrency: number
  readonly signal: AbortSignal
  readonly fallback: (item: Item, failure: unknown) => Result
}
