import { purgeAuditEntries } from '../audit/audit.ts'
import { removeProbes } from '../blobs/availability.ts'
import { abandonedBefore } from '../jobs/abandoned.ts'
import { completeBatches, purgeBatches } from '../jobs/batches.ts'
import { carryOutDeletions, overdueDeletions } from '../jobs/deletions.ts'
import { forgetPageAnswers } from '../jobs/page-answers.ts'
import { expirePageImages } from '../jobs/page-images.ts'
import { forgetReadPages } from '../jobs/read-pages.ts'
import { recordsBefore, type Retention } from '../jobs/record-retention.ts'
import { batch, expireResults, purgeJobs } from '../jobs/retention.ts'
import { purgeSpending } from '../jobs/spending.ts'
import { unblockAll } from '../jobs/places.ts'
import { foldUsage, purgeUsage } from '../jobs/usage.ts'
import { sweepName, sweepOrphans } from './orphans.ts'
import type { WorkerParts } from './parts.ts'
import { forgetArtifacts } from './remote/forget.ts'

export type Chore = {
  readonly name: string
  readonly everyMs: number
  /** Resolves to the number of things it has dealt with; soon, once the signal is aborted. */
  readonly run: (parts: WorkerParts, retention: Retention, signal?: AbortSignal) => Promise<number>
}

const before = (now: Date, seconds: number): Date => new Date(now.getTime() - seconds * 1000)

/** Repeats for as long as batches are full, so that a backlog is worked off. */
const inBatches = async (signal: AbortSignal | undefined, doBatch: () => Promise<number>): Promise<number> => {
  let total = 0
  for (;;) {
    const done = await doBatch()
    total += done
    if (done < batch || signal?.aborted === true) return total
  }
}

/** Tells whether all of them could be deleted; if not, it is pointless to continue now. */
const deleteAll = async (parts: WorkerParts, paths: readonly string[]): Promise<boolean> => {
  const { errors } = await carryOutDeletions(parts, paths)
  if (errors.length > 0)
    parts.logger.error({ err: errors[0], count: errors.length }, 'blobs could not be deleted, will retry')
  return errors.length === 0
}

/** Removes entries of the audit log that are older than this. */
export const createAuditChore = (retentionSeconds: number): Chore => ({
  name: 'audit log',
  everyMs: 600_000,
  run: ({ database, clock }, _retention, signal) =>
    inBatches(signal, () => purgeAuditEntries(database, before(clock(), retentionSeconds), batch)),
})

/** Removes the images of pages of jobs that completed so long ago. */
export const createPageImagesChore = (retentionSeconds: number): Chore => ({
  name: 'images of pages',
  everyMs: 60_000,
  run: (parts, { resultSeconds }, signal) =>
    inBatches(signal, async () => {
      const kept = Math.min(retentionSeconds, resultSeconds)
      const paths = await expirePageImages(parts.database, before(parts.clock(), kept))
      return (await deleteAll(parts, paths)) ? paths.length : 0
    }),
})

/** The background work that keeps the promises even if an earlier step has failed. */
export const chores: readonly Chore[] = [
  {
    name: 'deletions',
    everyMs: 10_000,
    run: (parts, _retention, signal) =>
      inBatches(signal, async () => {
        const paths = await overdueDeletions(parts.database, parts.clock, batch)
        return (await deleteAll(parts, paths)) ? paths.length : 0
      }),
  },
  { name: 'blocked runs', everyMs: 2_000, run: (parts) => unblockAll(parts, parts.limits.concurrency) },
  {
    name: 'expired results',
    everyMs: 60_000,
    run: (parts, { resultSeconds }, signal) =>
      inBatches(signal, async () => {
        const now = parts.clock()
        const paths = await expireResults(parts.database, before(now, resultSeconds), now)
        return (await deleteAll(parts, paths)) ? paths.length : 0
      }),
  },
  {
    name: 'old jobs',
    everyMs: 60_000,
    run: (parts, retention, signal) =>
      inBatches(signal, async () => {
        const now = parts.clock()
        const { purged, paths } = await purgeJobs(parts.database, recordsBefore(now, retention), now)
        return (await deleteAll(parts, paths)) ? purged : 0
      }),
  },
  { name: 'complete batches', everyMs: 2_000, run: ({ database, clock }) => completeBatches(database, clock()) },
  {
    name: 'old batches',
    everyMs: 3_600_000,
    run: ({ database, clock }, retention) => purgeBatches(database, recordsBefore(clock(), retention)),
  },
  { name: 'old spending', everyMs: 3_600_000, run: ({ database }) => purgeSpending(database) },
  { name: 'sums of usage', everyMs: 60_000, run: ({ database, clock }) => foldUsage(database, clock()) },
  { name: 'old usage', everyMs: 3_600_000, run: ({ database, clock }) => purgeUsage(database, clock()) },
  { name: 'what vendors keep', everyMs: 10_000, run: (parts) => forgetArtifacts(parts) },
  { name: 'answers about pages', everyMs: 10_000, run: ({ database }) => forgetPageAnswers(database) },
  { name: 'pages of ended jobs', everyMs: 10_000, run: ({ database }) => forgetReadPages(database) },
  { name: sweepName, everyMs: 600_000, run: (parts, _retention, signal) => sweepOrphans(parts, signal) },
  {
    name: 'unfinished blobs',
    everyMs: 600_000,
    run: async ({ blobs }) => {
      const before = await abandonedBefore(blobs)
      return (await blobs.removeUnfinished(before)) + (await removeProbes(blobs, before))
    },
  },
]
