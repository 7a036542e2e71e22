import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import { carryOutDeletions, deleteSources, requestDeletion } from './deletions.ts'
import { endJob } from './end.ts'
import { readJob } from './read.ts'

type Parts = { readonly database: Database; readonly blobs: BlobStore; readonly clock: Clock }

/** Ends an unfinished job as `failed` with the error `cancelled`; false if it had ended or never existed. */
export const cancelJob = async ({ database, blobs, clock }: Parts, jobId: string): Promise<boolean> => {
  const ended = await endJob(database, jobId, { status: 'failed', error: 'cancelled' }, clock())
  if (ended === null) return false
  await carryOutDeletions({ database, blobs, clock }, ended.deletions)
  // Whatever is left is deleted by the janitor; the job is cancelled all the same.
  await deleteSources(blobs, { jobId, retries: ended.retries }).catch(() => {})
  return true
}

/** Cancels an unfinished job of the account; erases a finished one with its result, record and idempotency key. */
export const deleteJob = async (
  parts: Parts,
  accountId: string,
  jobId: string,
): Promise<'cancelled' | 'erased' | 'not_found'> => {
  const job = await readJob(parts.database, accountId, jobId)
  if (job === null) return 'not_found'
  if (job.completedAt === null && (await cancelJob(parts, jobId))) return 'cancelled'
  return (await eraseJob(parts, jobId)) ? 'erased' : 'not_found'
}

const eraseJob = async ({ database, blobs, clock }: Parts, jobId: string): Promise<boolean> => {
  const paths = await database.transaction(async (transaction) => {
    const erased = await transaction.query<{ result_path: string | null }>(
      'delete from jobs where id = $1 and completed_at is not null returning result_path',
      [jobId],
    )
    if (erased.length === 0) return null
    const results = erased.flatMap(({ result_path: path }) => (path === null ? [] : [path]))
    await requestDeletion(transaction, results, clock())
    return results
  })
  if (paths === null) return false
  await carryOutDeletions({ database, blobs, clock }, paths)
  return true
}
