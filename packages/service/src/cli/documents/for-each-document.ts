import { DocumentError } from '../cli-error.ts'

/** A document that failed, and why. */
export type Failed<Item> = { readonly item: Item; readonly error: DocumentError }

/**
 * Runs `work` for each document, up to `concurrency` at a time. Those that fail by themselves do not stop the others, and
 * are returned in their order.
 * @throws what is no fault of one document, once the work under way has ended; the reason of the signal
 */
export const forEachDocument = async <Item>(
  items: readonly Item[],
  { concurrency, signal }: { readonly concurrency: number; readonly signal: AbortSignal },
  work: (item: Item) => Promise<void>,
): Promise<Failed<Item>[]> => {
  const failed = new Map<Item, DocumentError>()
  const faults: unknown[] = []
  const rest = items.values()
  const worker = async (): Promise<void> => {
    for (const item of rest) {
      if (faults.length > 0 || signal.aborted) return
      try {
        await work(item)
      } catch (error) {
        if (error instanceof DocumentError) failed.set(item, error)
        else faults.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker))
  signal.throwIfAborted()
  if (faults.length > 0) throw faults[0]
  return items.flatMap((item) => {
    const error = failed.get(item)
    return error === undefined ? [] : [{ item, error }]
  })
}
