import type { StoredBlob } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import { abandonedBefore } from '../jobs/abandoned.ts'
import { damageOf } from '../jobs/damage.ts'
import { readTag } from '../jobs/result-tag.ts'
import { resultsPrefix, sourcesPrefix } from '../jobs/paths.ts'
import { unownedBlobs } from '../jobs/retention.ts'
import { idsOf, maxFound, type Check, type DoctorParts, type CheckFinding } from './check.ts'
import { comparedBlobs, type Named } from './named-blobs.ts'
import { repairBlobs } from './repair-blobs.ts'

export const blobChecks: readonly Check[] = [
  {
    name: 'blobs-kept',
    right: 'Every source and result that a job refers to is stored in its full size, or recorded as damaged.',
    find: async (parts) => {
      const found: CheckFinding[] = []
      for (const prefix of [sourcesPrefix, resultsPrefix])
        for await (const { named, stored } of comparedBlobs(parts, prefix)) {
          if (named === null || found.length >= maxFound) continue
          const code = await damageCode(parts, named, stored)
          if (code !== null) found.push({ code, id: named.path })
        }
      return found
    },
    repair: async (parts, found) => {
      const missing = found.filter(({ code }) => code.endsWith('_missing')).length
      if (!(await isAnotherStore(parts.database, missing))) await repairBlobs(parts, found)
    },
  },
  {
    name: 'blobs-owned',
    right: 'Every blob belongs to a job that needs it: there are no sources of ended jobs and no remains of a crash.',
    find: async (parts) => {
      const orphans: string[] = []
      const old = await abandonedBefore(parts.blobs)
      for (const prefix of [sourcesPrefix, resultsPrefix])
        for await (const { named, stored } of comparedBlobs(parts, prefix))
          if (named === null && stored !== null && stored.modifiedAt < old && orphans.length < maxFound)
            orphans.push(stored.path)
      const unowned = (await unownedBlobs(parts.database, orphans)).map(({ path }) => path).toSorted()
      return unowned.map((path) => ({
        code: path.startsWith(sourcesPrefix) ? 'source_without_job' : 'result_without_job',
        id: path,
      }))
    },
    repair: async ({ database, blobs }, found) => {
      for (const { path } of await unownedBlobs(database, idsOf(found))) await blobs.delete(path)
    },
  },
  {
    name: 'writes-finished',
    right: 'No write that began two hours ago or more is unfinished.',
    find: async (parts) => {
      const found: CheckFinding[] = []
      for await (const id of parts.blobs.listUnfinished(await abandonedBefore(parts.blobs)))
        if (found.length < maxFound) found.push({ code: 'write_unfinished', id })
      return found
    },
    repair: async (parts) => {
      await parts.blobs.removeUnfinished(await abandonedBefore(parts.blobs))
    },
  },
]

/**
 * Returns the code for damage of a blob. For a result that is recorded as damaged, it reports only that it is intact.
 */
const damageCode = async (
  { blobs }: DoctorParts,
  { path, kind, size, hash, damaged }: Named,
  stored: StoredBlob | null,
): Promise<CheckFinding['code'] | null> => {
  const hasSize = stored !== null && (size === null || size === stored.size)
  if (damaged) {
    const mayBeIntact = hasSize && size !== null && hash !== null
    return mayBeIntact && (await damageOf(blobs, { path, size, ...readTag(hash, size) })) === null
      ? 'result_intact'
      : null
  }
  if (stored === null) return `${kind}_missing`
  if (hasSize) return null
  if (kind === 'page_images') return 'page_images_missing'
  return kind === 'source' ? 'source_wrong_size' : 'result_wrong_size'
}

/** If most blobs are missing, it is the wrong store, or one that was only partly restored. */
const isAnotherStore = async (database: Database, missing: number): Promise<boolean> => {
  const [row] = await database.query<{ count: number }>(
    'select count(*) from jobs where result_path is not null or source_path is not null',
  )
  return missing > 10 && missing > (row?.count ?? 0) / 2
}
