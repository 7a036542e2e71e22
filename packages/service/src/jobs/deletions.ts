import type { BlobStore } from '../blobs/blob-store.ts'
import { unsynced, type Database, type Transaction } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import { retriesOfSource, sourcesPrefix } from './paths.ts'

/**
 * Requests the deletion of blobs. Their paths are recorded in the transaction that gives them up, and removed only when
 * the store has deleted them, so after any failure or crash in between the janitor tries again.
 */
export const requestDeletion = async (transaction: Transaction, paths: readonly string[], now: Date): Promise<void> => {
  if (paths.length === 0) return
  await transaction.query(
    'insert into deletions (path, requested_at) select path, $2 from unnest($1::text[]) as path on conflict do nothing',
    [paths, now],
  )
}

/** The number of blobs that one caller deletes at once. */
const atOnce = 32

type Stores = { readonly database: Database; readonly blobs: BlobStore; readonly clock: Clock }

/**
 * Deletes the requested blobs and removes their requests. If a blob cannot be deleted, its request stays; that is not
 * an error.
 */
export const carryOutDeletions = async (
  { database, blobs, clock }: Stores,
  paths: readonly string[],
): Promise<{ deleted: string[]; errors: unknown[] }> => {
  const deleted: string[] = []
  const failed: string[] = []
  const errors: unknown[] = []
  for (let start = 0; start < paths.length; start += atOnce) {
    const portion = paths.slice(start, start + atOnce)
    const outcomes = await Promise.allSettled(portion.map((path) => blobs.delete(path)))
    for (const [index, path] of portion.entries()) {
      const outcome = outcomes[index]
      if (outcome?.status === 'rejected') errors.push(outcome.reason)
      ;(outcome?.status === 'fulfilled' ? deleted : failed).push(path)
    }
    // An unreachable store makes every caller wait, so the rest is tried later.
    if (outcomes.every(({ status }) => status === 'rejected')) break
  }
  if (deleted.length > 0) await forgetDeleted(database, deleted)
  if (failed.length > 0)
    await database.query('update deletions set tried_at = $2 where path = any($1)', [failed, clock()])
  return { deleted, errors }
}

/** A request that comes back with a crash of the database is carried out again. */
const forgetDeleted = async (database: Database, paths: readonly string[]): Promise<void> => {
  await database.query(`delete from deletions using (${unsynced}) as unsynced where path = any($1)`, [paths])
}

/**
 * Deletes everything under the prefix of a job's source, except what was obtained for a later retry. A job that has
 * ended keeps nothing there, but an attempt that died may have fetched the source without recording where.
 */
export const deleteSources = async (
  blobs: BlobStore,
  { jobId, retries }: { readonly jobId: string; readonly retries: number },
): Promise<void> => {
  for await (const { path } of blobs.list(`${sourcesPrefix}${jobId}/`))
    if (retriesOfSource(path) <= retries) await blobs.delete(path)
}

/** Deletions that were requested, or last failed, longer ago than a first attempt takes; oldest first. */
export const overdueDeletions = async (database: Database, clock: Clock, limit = 500): Promise<string[]> => {
  const before = new Date(clock().getTime() - 10_000)
  const rows = await database.query<{ path: string }>(
    `select path from deletions
     where coalesce(tried_at, requested_at) < $1 order by coalesce(tried_at, requested_at) limit $2`,
    [before, limit],
  )
  return rows.map(({ path }) => path)
}
