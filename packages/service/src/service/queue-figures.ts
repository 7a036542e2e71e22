import type { QueueFigures } from '@polyparse/contract/admin'
import type { Database } from '../db/database.ts'
import { createFigures } from '../telemetry/figures.ts'

/**
 * The waiting runs of the whole fleet, for the operator: the same figures as in the metrics, so that they are counted
 * once.
 */
export const queueReader = (database: Database): (() => Promise<QueueFigures | null>) => {
  const read = createFigures(database)
  return async () => {
    const counted = await read()
    if (counted === null) return null
    const { jobs, waiting, blocked, atVendors, oldestWaiting, webhooks, deletions } = counted.figures
    return { ...jobs, waiting, blocked, atVendors, oldestWaiting, webhooks, deletions, secondsOld: counted.secondsOld }
  }
}
