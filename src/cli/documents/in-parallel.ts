/** Does the work for each item, so many at once, and resolves to what came of them in their order. */
export const inParallel = async <Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = []
  const rest = items.entries()
  let hasFailed = false
  const worker = async (): Promise<void> => {
    for (const [index, item] of rest) {
      if (hasFailed) return
      results[index] = await work(item)
    }
  }
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, () =>
    worker().catch((error: unknown) => {
      hasFailed = true
      throw error
    }),
  )
  // What the others have begun is ended well before the first failure is told.
  await Promise.allSettled(workers)
  await Promise.all(workers)
  return results
}
