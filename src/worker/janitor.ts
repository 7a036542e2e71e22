import type { Logger } from 'pino'
import { carryOutDeletions, overdueDeletions } from '../jobs/deletions.ts'
import { resultsPrefix, sourcesPrefix } from '../jobs/paths.ts'
import { expireResults, orphanedPaths, purgeJobs } from '../jobs/retention.ts'
import { stalledRuns } from '../jobs/stalled.ts'
import type { WorkerParts } from './parts.ts'

export type Retention = { readonly resultSeconds: number; readonly jobSeconds: number }

type Chore = {
  readonly name: string
  readonly everyMs: number
  /** Resolves to how many things it put in order. */
  readonly run: (parts: WorkerParts, retention: Retention) => Promise<number>
}

/**
 * An upload may take an hour before its job exists; what has no owner after twice that never will. Of a job that has
 * ended nothing is waited for.
 */
const orphanAgeMs = 2 * 3_600_000

const before = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000)

/** What is done in the background so that the promises hold even when a step before has failed. */
export const chores: readonly Chore[] = [
  {
    name: 'deletions',
    everyMs: 10_000,
    run: async (parts) => {
      const { deleted, errors } = await carryOutDeletions(parts, await overdueDeletions(parts.database, parts.clock))
      for (const error of errors) parts.logger.error({ err: error }, 'a blob could not be deleted')
      return deleted.length
    },
  },
  {
    name: 'stalled runs',
    everyMs: 30_000,
    run: (parts) => stalledRuns(parts.database, parts.queue),
  },
  {
    name: 'expired results',
    everyMs: 60_000,
    run: async (parts, { resultSeconds }) => {
      const now = parts.clock()
      const paths = await expireResults(parts.database, before(now, resultSeconds), now)
      await carryOutDeletions(parts, paths)
      return paths.length
    },
  },
  {
    name: 'old jobs',
    everyMs: 60_000,
    run: async (parts, { jobSeconds }) => {
      const now = parts.clock()
      const { purged, paths } = await purgeJobs(parts.database, before(now, jobSeconds), now)
      await carryOutDeletions(parts, paths)
      return purged
    },
  },
  { name: 'orphaned blobs', everyMs: 600_000, run: (parts) => sweepOrphans(parts) },
]

const sweepOrphans = async ({ database, blobs, clock }: WorkerParts): Promise<number> => {
  let swept = 0
  for (const prefix of [sourcesPrefix, resultsPrefix]) {
    let found: { readonly path: string; readonly isOld: boolean }[] = []
    const sweep = async () => {
      const orphans = await orphanedPaths(database, found)
      await Promise.all(orphans.map((path) => blobs.delete(path)))
      swept += orphans.length
      found = []
    }
    for await (const { path, modifiedAt } of blobs.list(prefix)) {
      found.push({ path, isOld: clock().getTime() - modifiedAt.getTime() > orphanAgeMs })
      if (found.length >= 500) await sweep()
    }
    await sweep()
  }
  return swept
}

/** Does every chore in its own rhythm, never one of a kind twice at once; the way to stop waits for those under way. */
export const startJanitor = (parts: WorkerParts, retention: Retention): (() => Promise<void>) => {
  const underWay = new Set<Promise<void>>()
  const timers = chores.map(({ name, everyMs, run }) => {
    let busy = false
    const logger: Logger = parts.logger.child({ chore: name })
    return setInterval(() => {
      if (busy) return
      busy = true
      const work = run(parts, retention)
        .then((count) => {
          if (count > 0) logger.info({ count }, 'put in order')
        })
        .catch((error: unknown) => logger.error({ err: error }, 'a chore failed, it will be tried again'))
        .finally(() => {
          busy = false
          underWay.delete(work)
        })
      underWay.add(work)
    }, everyMs)
  })
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(underWay)
  }
}
