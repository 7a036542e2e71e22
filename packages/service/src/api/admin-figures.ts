import type { AdminFigures } from '@polyparse/contract/admin'
import { firstOf } from '@polyparse/document/items'
import { readThroughput } from '../jobs/throughput.ts'
import type { ApiParts } from './parts.ts'

const hour = 3_600_000
const hoursTold = 24

type FiguresParts = Pick<ApiParts, 'database' | 'clock' | 'catalog' | 'readQueue'>

/** The state of the fleet. Every hour and every provider is listed, even without any work done. */
export const readAdminFigures = async ({
  database,
  clock,
  catalog,
  readQueue,
}: FiguresParts): Promise<AdminFigures> => {
  const now = clock()
  const last = Math.floor(now.getTime() / hour) * hour
  const starts = Array.from({ length: hoursTold }, (_, index) => last - (hoursTold - 1 - index) * hour)
  const [queue, { hours, providers }] = await Promise.all([
    readQueue?.() ?? null,
    readThroughput(database, new Date(firstOf(starts))),
  ])
  const byStart = new Map(hours.map(({ start, ...counts }) => [start.getTime(), counts]))
  const byProvider = new Map(providers.map((each) => [each.provider, each]))
  return {
    now: now.toISOString(),
    queue,
    hours: starts.map((start) => ({
      start: new Date(start).toISOString(),
      ...(byStart.get(start) ?? { complete: 0, failed: 0 }),
    })),
    providers: catalog.entries.map(({ id, name, enabled }) => {
      const done = byProvider.get(id)
      const failure = done?.lastFailure ?? null
      return {
        id,
        name,
        enabled,
        parsed: done?.parsed ?? 0,
        failed: done?.failed ?? 0,
        medianSeconds: done?.medianSeconds ?? null,
        slowestSeconds: done?.slowestSeconds ?? null,
        lastFailure: failure === null ? null : { at: failure.at.toISOString(), code: failure.code },
      }
    }),
  }
}
