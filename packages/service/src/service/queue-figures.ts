import type { QueueFigures } from '@polyparse/contract/admin'
import type { Database } from '../db/database.ts'
import { createFigures } from '../telemetry/figures.ts'

/** What waits in the whole fleet, for the operator: the figures that the metrics tell as well, and so counted once. */
export const queueReader = (database: Database): (() => Promise<QueueFigures | null>) => {
  const read = createFigures(database)
  return async () => {
    const counted = await read()
    if (counted === null) return null
    const { jobs, waiting, blocked, atVendors, oldestWaiting, webhooks, deletions } = counted.figures
    return { ...jobs, waiting, blocked, atVendors, oldestWaiting, webhooks, deletions, secondsOld: counted.secondsOld }
  }
}
