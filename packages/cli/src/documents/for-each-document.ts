import { DocumentError } from '../cli-error.ts'
import { inParallel } from './in-parallel.ts'

/** A document that failed, and why. */
export type FailedDocument<Item> = { readonly item: Item; readonly error: DocumentError }

/**
 * Runs `work` for each document, up to `concurrency` at a time. Those that fail by themselves do not stop the others, and
 * are returned in their order.
 * @throws what is no fault of one document, once the work under way has ended; the reason of the signal
 */
export const forEachDocument = async <Item>(
  items: readonly Item[],
  { concurrency, signal }: { readonly concurrency: number; readonly signal: AbortSignal },
  work: (item: Item) => Promise<void>,
): Promise<FailedDocument<Item>[]> => {
  const failed = new Map<Item, DocumentError>()
  const { failures } = await inParallel(items, { concurrency, signal, fallback: () => undefined }, async (item) => {
    try {
      await work(item)
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error
      failed.set(item, error)
    }
  })
  if (failures.length > 0) throw failures[0]
  return items.flatMap((item) => {
    const error = failed.get(item)
    return error === undefined ? [] : [{ item, error }]
  })
}
