import type { Transaction } from '../db/database.ts'
import { requestDeletion } from './deletions.ts'
import { announceEnd } from './endings.ts'
import type { StoredResult } from './job.ts'
import { requestDelivery } from './webhook-deliveries.ts'

export type JobEnd =
  | { readonly status: 'complete'; readonly result: StoredResult }
  | { readonly status: 'failed'; readonly error: string }

/**
 * queued | running → complete | failed, once; false when the job had ended before.
 *
 * With it goes what an ended job must not keep: secrets in provider options at once, the source and the runs' own
 * results by way of the deletions it returns, which the caller carries out after the commit. `sourceGone`: the source's
 * blob has been deleted already.
 */
export const endJob = async (
  transaction: Transaction,
  jobId: string,
  end: JobEnd,
  now: Date,
  { sourceGone = false }: { sourceGone?: boolean } = {},
): Promise<{ deletions: readonly string[] } | null> => {
  const result = end.status === 'complete' ? end.result : null
  const [ended] = await transaction.query<{ source_path: string | null; webhook_url: string | null }>(
    `with before as (select id, source_path from jobs where id = $1 and completed_at is null for update)
     update jobs set
       status = $2, error = $3, result_path = $4, result_size = $5, result_etag = $6, completed_at = $7,
       source_path = null, provider_options = '{}'
     from before where jobs.id = before.id
     returning before.source_path, jobs.webhook_url`,
    [
      jobId,
      end.status,
      end.status === 'failed' ? end.error : null,
      result?.path ?? null,
      result?.size ?? null,
      result?.etag ?? null,
      now,
    ],
  )
  if (ended === undefined) return null
  await endOpenRuns(transaction, jobId, end, now)
  const deletions = [...(await releaseRunResults(transaction, jobId, result?.path ?? null))]
  if (ended.source_path !== null && !sourceGone) deletions.push(ended.source_path)
  await requestDeletion(transaction, deletions, now)
  if (ended.webhook_url !== null) await requestDelivery(transaction, jobId, now)
  await announceEnd(transaction, jobId)
  return { deletions }
}

/** Runs that were still open when the job was cancelled or lost its source fail with it. */
const endOpenRuns = async (transaction: Transaction, jobId: string, end: JobEnd, now: Date): Promise<void> => {
  if (end.status === 'complete') return
  await transaction.query(
    `update runs set status = 'failed', ended_at = $2, error_message = $3
     where job_id = $1 and status in ('waiting', 'working')`,
    [jobId, now, end.error],
  )
}

/** A run's own result lives on only where it is the job's, its reading never. */
const releaseRunResults = async (
  transaction: Transaction,
  jobId: string,
  kept: string | null,
): Promise<readonly string[]> => {
  const rows = await transaction.query<{ result_path: string; reading_path: string | null }>(
    `with before as (
       select id, result_path, reading_path from runs where job_id = $1 and result_path is not null for update
     )
     update runs set result_path = null, result_size = null, result_etag = null, reading_path = null
     from before where runs.id = before.id
     returning before.result_path, before.reading_path`,
    [jobId],
  )
  return rows
    .flatMap((row) => [row.result_path, ...(row.reading_path === null ? [] : [row.reading_path])])
    .filter((path) => path !== kept)
}
