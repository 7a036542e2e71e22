import { limits } from '@polyparse/contract'
import type { Database, Queryable } from '../db/database.ts'
import { isUuid } from '../db/values.ts'
import { hashSecret, shareTokens } from './secrets.ts'

/** A link that shows the result of one job to whoever has it, and nothing else. */
export type StoredShare = { readonly id: string; readonly createdAt: Date; readonly expiresAt: Date }

type ShareOfJob = { readonly id: string; readonly jobId: string; readonly expiresAt: Date }

/**
 * Makes a link for a job of the account. The token cannot be read again. `too_many`: the job has as many links as it may
 * have; null: the account has no such job.
 */
export const createShare = async (
  database: Database,
  accountId: string,
  { id, jobId, expiresAt }: ShareOfJob,
  now: Date,
): Promise<{ readonly token: string } | 'too_many' | null> => {
  await database.query('delete from shares where expires_at <= $1', [now])
  return database.transaction(async (transaction) => {
    // Links of one job are made one after the other, and none while it is erased.
    const jobs = await transaction.query('select 1 from jobs where id = $1 and account_id = $2 for update', [
      jobId,
      accountId,
    ])
    if (jobs.length === 0) return null
    const others = await transaction.query('select 1 from shares where job_id = $1', [jobId])
    if (others.length >= limits.shares.perJob) return 'too_many'
    const token = shareTokens.create()
    await transaction.query(
      'insert into shares (id, hash, job_id, created_at, expires_at) values ($1, $2, $3, $4, $5)',
      [id, hashSecret(token), jobId, now, expiresAt],
    )
    return { token }
  })
}

/** The links of a job that are valid, the newest first. */
export const listShares = (database: Queryable, jobId: string, now: Date): Promise<StoredShare[]> =>
  database.query<StoredShare>(
    `select id, created_at as "createdAt", expires_at as "expiresAt" from shares
     where job_id = $1 and expires_at > $2 order by created_at desc, id desc`,
    [jobId, now],
  )

/** False if the job has no such link. */
export const revokeShare = async (database: Queryable, jobId: string, id: string): Promise<boolean> =>
  isUuid(id) &&
  (await database.query('delete from shares where job_id = $1 and id = $2 returning id', [jobId, id])).length > 0

/** Returns what a token shows, and to whose account that belongs; null: unknown, revoked or expired, without saying which. */
export const findShare = async (
  database: Queryable,
  token: string,
  now: Date,
): Promise<(ShareOfJob & { readonly accountId: string }) | null> => {
  if (!shareTokens.matches(token)) return null
  const [share] = await database.query<ShareOfJob & { readonly accountId: string }>(
    `select shares.id, job_id as "jobId", account_id as "accountId", expires_at as "expiresAt"
     from shares join jobs on jobs.id = job_id where hash = $1 and expires_at > $2`,
    [hashSecret(token), now],
  )
  return share ?? null
}
