import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import { carryOutDeletions, deleteSources, requestDeletion } from './deletions.ts'
import { forgetJudgementsOfJob } from './judgements.ts'
import { pathsOfPageImages } from './page-images.ts'
import { cancelled, endJob, endLocked } from './end.ts'
import { recordIsOver, type RecordsBefore } from './record-retention.ts'

type CancelParts = { readonly database: Database; readonly blobs: BlobStore; readonly clock: Clock }

/** Ends an unfinished job as `failed` with the error `cancelled`; false if it had ended or never existed. */
export const cancelJob = async ({ database, blobs, clock }: CancelParts, jobId: string): Promise<boolean> => {
  const ended = await endJob(database, jobId, cancelled, clock())
  if (ended === null) return false
  await carryOutDeletions({ database, blobs, clock }, ended.deletions)
  // Whatever is left is deleted by the janitor; the job is cancelled all the same.
  await deleteSources(blobs, { jobId, retries: ended.retries }).catch(() => {})
  return true
}

/**
 * Erases a job of the account in any state, with its source, result, record and idempotency key; false if there is none.
 * An unfinished one ends in the same transaction, so that work under way stops, and vendors are asked to delete what they
 * have of it. What people have said about its disputes goes as well, or only if the account keeps it no longer than a result.
 */
export const eraseJob = async (
  { database, blobs, clock }: CancelParts,
  accountId: string,
  jobId: string,
  judgements: 'erased' | 'as_account_keeps' = 'erased',
): Promise<boolean> => {
  const erased = await database.transaction(async (transaction) => {
    const [job] = await transaction.query<{ completed_at: Date | null }>(
      'select completed_at from jobs where id = $1 and account_id = $2 for update',
      [jobId, accountId],
    )
    if (job === undefined) return null
    const ended = job.completed_at === null ? await endLocked(transaction, jobId, cancelled, clock()) : null
    const images = await pathsOfPageImages(transaction, jobId)
    await forgetJudgementsOfJob(transaction, jobId, judgements)
    const rows = await transaction.query<{ result_path: string | null }>(
      'delete from jobs where id = $1 returning result_path',
      [jobId],
    )
    const results = [...rows.flatMap(({ result_path: path }) => (path === null ? [] : [path])), ...images]
    await requestDeletion(transaction, results, clock())
    return { ended, paths: [...results, ...(ended?.deletions ?? [])] }
  })
  if (erased === null) return false
  const { ended, paths } = erased
  ended?.tell()
  await carryOutDeletions({ database, blobs, clock }, paths)
  if (ended !== null) await deleteSources(blobs, { jobId, retries: ended.retries }).catch(() => {})
  return true
}

/**
 * Erases those jobs of the account that have one of these idempotency keys and are kept no more: such keys are free.
 * Resolves to how many there were.
 */
export const freeKeys = async (
  parts: CancelParts,
  accountId: string,
  keys: readonly string[],
  { created, completed }: RecordsBefore,
): Promise<number> => {
  const rows = await parts.database.query<{ id: string }>(
    `select id from jobs where account_id = $1 and idempotency_key = any($2) and ${recordIsOver('$3', '$4')}`,
    [accountId, keys, created, completed],
  )
  for (const { id } of rows) await eraseJob(parts, accountId, id, 'as_account_keeps')
  return rows.length
}
