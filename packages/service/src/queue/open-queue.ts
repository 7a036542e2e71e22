import { AsyncLocalStorage } from 'node:async_hooks'
import type { Database } from '../db/database.ts'
import { dueChannel, handBackAll, makeDue } from './leases.ts'
import type { Queue, Slot } from './queue.ts'
import { startSlots, type Slots } from './slots.ts'

/** All of the queue that is needed to make runs due, without working on them. */
export const enqueueOnly: Pick<Queue, 'enqueue'> = {
  enqueue: (transaction, { runId }, { delaySeconds = 0, slot = 'run' } = {}) =>
    makeDue(transaction, runId, { slot, delaySeconds }),
}

/**
 * The queue on the table of the runs. `onError` gets the errors that have no caller: a handler that rejected, a search
 * for due runs that failed.
 */
export const openQueue = async (
  database: Database,
  { onError = () => {} }: { onError?: (error: unknown) => void } = {},
): Promise<Queue> => {
  // Slots outlive the call that starts them, so they must not inherit the transaction of their caller.
  const asOpened = AsyncLocalStorage.snapshot()
  const started = new Map<Slot, Slots[]>()
  let closing: Promise<void> | null = null

  const unlisten = await database.listen(dueChannel, (payload) => {
    const [kind, accountId, lane, begun] = payload.split(' ')
    const known =
      accountId === undefined || lane === undefined ? undefined : { accountId, lane, hasBegun: begun !== undefined }
    for (const [slot, group] of started) if (slot === kind) for (const slots of group) slots.wake(known)
  })

  const close = async (graceMs: number): Promise<void> => {
    await Promise.all([...started.values()].flat().map((slots) => slots.close(graceMs)))
    await unlisten().catch(onError)
  }

  return {
    ...enqueueOnly,
    work: (options, handle, slot = 'run') => {
      const slots = asOpened(() => startSlots({ database, slot, options, handle, onError }))
      started.set(slot, [...(started.get(slot) ?? []), slots])
    },
    handBack: () => handBackAll(database),
    close: async (graceMs) => {
      closing ??= asOpened(() => close(graceMs))
      await closing
    },
  }
}
