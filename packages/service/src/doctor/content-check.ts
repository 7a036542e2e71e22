import { lastOf } from '@polyparse/document/items'
import { BlobReadError, StorageUnavailableError } from '../blobs/blob-store.ts'
import { damageOf, damageOfReading } from '../jobs/damage.ts'
import { jobOfPath } from '../jobs/paths.ts'
import { readTag } from '../jobs/result-tag.ts'
import { maxFound, type DeepCheck, type DoctorParts, type CheckFinding } from './check.ts'
import { jobIds, namedBlobs, type Named } from './named-blobs.ts'
import { repairBlobs } from './repair-blobs.ts'

/**
 * The time for which one portion reads: well within the 5 minutes that Node's `fetch` waits for the headers of an
 * answer.
 */
const standardPortionMs = 20_000

const contentCheckBatchSize = 100

/** The number of blobs that are read at once, as a bucket takes its time for each. */
const blobsAtOnce = 8

export const contentCheck: DeepCheck = {
  name: 'blobs-unchanged',
  right: 'Every source and result that a job refers to has the bytes that were stored, or is recorded as damaged.',
  findFrom: async (parts, after) => {
    const found: CheckFinding[] = []
    const deadline = performance.now() + (parts.portionMs ?? standardPortionMs)
    for await (const ids of jobIds(parts.database, after, contentCheckBatchSize)) {
      found.push(...(await changedAmong(parts, await namedBlobs(parts.database, ids))))
      const isOver = performance.now() >= deadline || found.length >= maxFound
      if (isOver && ids.length === contentCheckBatchSize) return { found, next: lastOf(ids) }
    }
    return { found, next: null }
  },
  confirm: async (parts, found) => {
    const paths = new Set(found.map(({ id }) => id))
    const ids = [...paths].map(jobOfPath).filter((id) => id !== null)
    const named = await namedBlobs(parts.database, [...new Set(ids)])
    return changedAmong(
      parts,
      named.filter(({ path }) => paths.has(path)),
    )
  },
  repair: repairBlobs,
}

/**
 * Returns a finding for each blob whose content has changed. Another check reports those that are missing or of another
 * size.
 */
const changedAmong = async (parts: DoctorParts, named: readonly Named[]): Promise<CheckFinding[]> => {
  const found: CheckFinding[] = []
  for (let start = 0; start < named.length; start += blobsAtOnce) {
    const codes = await Promise.all(named.slice(start, start + blobsAtOnce).map((each) => contentCode(parts, each)))
    for (const [index, code] of codes.entries()) {
      const id = named[start + index]?.path
      if (code !== null && id !== undefined) found.push({ code, id })
    }
  }
  return found
}

const contentCode = async (
  { blobs }: DoctorParts,
  { path, kind, size, hash, damaged }: Named,
): Promise<CheckFinding['code'] | null> => {
  if (damaged) return null
  try {
    const damage =
      size === null || hash === null
        ? await damageOfReading(blobs, path)
        : await damageOf(blobs, { path, size, ...readTag(hash, size) })
    return damage === 'changed' ? `${kind}_changed` : null
  } catch (error) {
    if (error instanceof StorageUnavailableError && !(error instanceof BlobReadError)) throw error
    // Such as a sector that the disk cannot read: one blob is no reason not to look at the others.
    return 'blob_unreadable'
  }
}
