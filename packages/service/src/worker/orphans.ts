import { firstOf } from '@polyparse/document/items'
import { abandonedMs } from '../jobs/abandoned.ts'
import { keepPosition, readPosition } from '../jobs/chores.ts'
import { oldestUnfinished, unownedBlobs } from '../jobs/retention.ts'
import { firstJobIdOf, jobOfPath, resultsPrefix, sourcesPrefix } from '../jobs/paths.ts'
import type { StoredBlob } from '../blobs/blob-store.ts'
import type { WorkerParts } from './parts.ts'

export const sweepName = 'orphaned blobs'

/** The interval at which everything is swept, for blobs of a process that slept until its job had long ended. */
const everythingEveryMs = 7 * 24 * 3_600_000

const portion = 500

/** The position up to which each prefix has been swept, and the beginning of the last full sweep. */
type Position = { readonly everythingAt: number; readonly after: Readonly<Record<string, string>> }

/**
 * Deletes blobs that no job owns. Paths begin with the id of their job, ids with the time of their creation, and only
 * unfinished jobs get new blobs. So each sweep begins where the last one ended, or at the oldest job that was
 * unfinished then, and a store of millions of blobs is listed from its beginning only once a week. Resolves to how many
 * were deleted.
 */
export const sweepOrphans = async (parts: WorkerParts, signal?: AbortSignal): Promise<number> => {
  const { database, clock } = parts
  const now = clock().getTime()
  const last = toPosition(await readPosition(database, sweepName))
  const isEverything = last === null || now - last.everythingAt >= everythingEveryMs
  const unfinished = await oldestUnfinished(database)
  const settled = firstJobIdOf(Math.min(now, unfinished?.getTime() ?? now) - abandonedMs)

  let deleted = 0
  const after: Record<string, string> = {}
  for (const prefix of [sourcesPrefix, resultsPrefix]) {
    const from = isEverything ? '' : (last.after[prefix] ?? '')
    const swept = await sweep(parts, { prefix, from, signal, minAgeMs: abandonedMs })
    const reached = firstOf([`${prefix}${settled}`, ...swept.undecided].toSorted())
    after[prefix] = reached > from ? reached : from
    deleted += swept.deleted
  }
  const everythingAt = isEverything ? now : last.everythingAt
  if (signal?.aborted !== true) await keepPosition(database, sweepName, { everythingAt, after } satisfies Position)
  return deleted
}

/**
 * Removes what unfinished uploads had left when the last process on this data directory ended. Only for the only owner
 * of the directory, before it accepts uploads. Resolves to how many files were removed.
 */
export const sweepBrokenUploads = async (parts: WorkerParts): Promise<number> => {
  const { blobs } = parts
  const unfinished = await blobs.removeUnfinished(await blobs.now())
  const { deleted } = await sweep(parts, { prefix: sourcesPrefix, from: '', signal: undefined, minAgeMs: 0 })
  return unfinished + deleted
}

type Sweep = {
  readonly prefix: string
  readonly from: string
  readonly signal: AbortSignal | undefined
  /** A younger blob may belong to a job that has yet to be created. */
  readonly minAgeMs: number
}

/** `undecided`: paths without an owner that are too young for a decision. */
const sweep = async (
  { database, blobs }: WorkerParts,
  { prefix, from, signal, minAgeMs }: Sweep,
): Promise<{ deleted: number; undecided: string[] }> => {
  let deleted = 0
  const undecided: string[] = []
  let waiting: StoredBlob[] = []
  const old = (await blobs.now()).getTime() - minAgeMs
  const judge = async () => {
    const modified = new Map(waiting.map(({ path, modifiedAt }) => [path, modifiedAt.getTime()]))
    for (const { path, jobEnded } of await unownedBlobs(database, [...modified.keys()])) {
      if (jobEnded || (modified.get(path) ?? old) < old) {
        await blobs.delete(path)
        deleted += 1
      } else undecided.push(`${prefix}${jobOfPath(path) ?? ''}`)
    }
    waiting = []
  }
  for await (const blob of blobs.list(prefix, { after: from })) {
    if (signal?.aborted === true) break
    waiting.push(blob)
    if (waiting.length >= portion) await judge()
  }
  await judge()
  return { deleted, undecided }
}

/** The stored position; null if this version does not know its form. */
const toPosition = (value: unknown): Position | null =>
  typeof value === 'object' &&
  value !== null &&
  'everythingAt' in value &&
  typeof value.everythingAt === 'number' &&
  'after' in value &&
  isTexts(value.after)
    ? { everythingAt: value.everythingAt, after: value.after }
    : null

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string')
