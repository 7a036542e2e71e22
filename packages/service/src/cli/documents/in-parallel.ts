/** What came of each item, in their order, and what stopped the work before all were done. */
export type Done<Result> = { readonly results: Result[]; readonly failures: readonly unknown[] }

/**
 * Does the work for each item, so many at once. After a failure nothing more is begun, and what has been begun is
 * ended; `instead` stands for what was not done, so that the rest is not lost.
 * @throws the reason of the signal, and the first failure when nothing at all was done
 */
export const inParallel = async <Item, Result>(
  items: readonly Item[],
  { atOnce, signal, instead }: Parallel<Item, Result>,
  work: (item: Item) => Promise<Result>,
): Promise<Done<Result>> => {
  const results = new Map<Item, Result>()
  const failures: unknown[] = []
  const rest = items.values()
  const worker = async (): Promise<void> => {
    for (const item of rest) {
      if (failures.length > 0) return
      try {
        results.set(item, await work(item))
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  signal.throwIfAborted()
  if (failures.length > 0 && results.size === 0) throw failures[0]
  return { results: items.map((item) => results.get(item) ?? instead(item, failures[0])), failures }
}

type Parallel<Item, Result> = {
  readonly atOnce: number
  readonly signal: AbortSignal
  readonly instead: (item: Item, failure: unknown) => Result
}
