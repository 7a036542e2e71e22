import type { AdminSpending } from '@polyparse/contract/admin'
import type { Database } from '../db/database.ts'
import { readPaidPagesToday, readSpendingOf } from '../jobs/spending-report.ts'
import type { Clock } from '../lib/clock.ts'

type SpendingParts = {
  readonly database: Database
  readonly clock: Clock
  readonly settings: { readonly paidPagesPerDay: number | null; readonly paidCostPerJob: number | null }
}

/** The spending of a month, by default the current one (UTC), and the ceilings. */
export const readAdminSpending = async (
  { database, clock, settings: { paidPagesPerDay, paidCostPerJob } }: SpendingParts,
  { month }: { readonly month?: string },
): Promise<AdminSpending> => {
  const chosen = month ?? clock().toISOString().slice(0, 7)
  const [usage, today] = await Promise.all([readSpendingOf(database, chosen), readPaidPagesToday(database)])
  return {
    month: chosen,
    currency: 'USD',
    usage: usage.map(({ cost, ...rest }) => ({ ...rest, cost: cost / 1_000_000 })),
    ceilings: { paidPagesPerDay, paidCostPerJob },
    today,
  }
}
