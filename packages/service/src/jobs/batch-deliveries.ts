import type { JobCounts } from '@polyparse/contract'
import type { Queryable } from '../db/database.ts'
import { jobCounts } from './batches.ts'
import type { DeliveryOutcome } from './webhook-deliveries.ts'

/*
 * The announcements of batches, by the same rules as those of jobs (webhook-deliveries.ts). A batch has at most one, in
 * its own row.
 */

/** An announcement that is due. */
export type BatchDelivery = {
  readonly batchId: string
  readonly accountId: string
  readonly attempt: number
  readonly url: string
  readonly total: number
  /** The counts as they were when it was claimed: jobs can be retried and erased. */
  readonly counts: JobCounts
  readonly endedAt: Date
  readonly endedForSeconds: number
}

/**
 * Claims a delivery, as `claimDelivery` does for jobs. The record of none of the jobs is over before this is delivered.
 */
export const claimBatchDelivery = async (
  database: Queryable,
  { busyAccounts, claimSeconds }: { busyAccounts: readonly string[]; claimSeconds: number },
): Promise<BatchDelivery | null> => {
  const [row] = await database.query<BatchDeliveryRow>(
    `with due as (
       select id from batches
       where next_attempt_at <= now() and account_id <> all($1::uuid[])
       order by next_attempt_at limit 1 for update skip locked
     )
     update batches set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
     from due where batches.id = due.id
     returning batches.id, account_id, attempts, webhook_url, total, ${jobCounts('true')} as counts, completed_at,
       extract(epoch from now() - completed_at)::float8 as ended_for`,
    [busyAccounts, claimSeconds],
  )
  return row === undefined
    ? null
    : {
        batchId: row.id,
        accountId: row.account_id,
        attempt: row.attempts,
        url: row.webhook_url,
        total: row.total,
        counts: row.counts,
        endedAt: row.completed_at,
        endedForSeconds: row.ended_for,
      }
}

type BatchDeliveryRow = {
  id: string
  account_id: string
  attempts: number
  webhook_url: string
  total: number
  counts: JobCounts
  completed_at: Date
  ended_for: number
}

/** Records the end of a delivery, as `deliveryEnded` does for jobs. */
export const batchDeliveryEnded = async (
  database: Queryable,
  { batchId, attempt }: BatchDelivery,
  outcome: DeliveryOutcome,
): Promise<void> => {
  const isDelivered = outcome.kind === 'delivered'
  const pause = isDelivered ? null : outcome.retryInSeconds
  await database.query(
    `update batches set
       next_attempt_at = now() + make_interval(secs => $3), delivered_at = case when $4 then now() end, failure = $5,
       webhook_url = case when $3::float8 is null then null else webhook_url end
     where id = $1 and attempts = $2 and next_attempt_at is not null`,
    [batchId, attempt, pause, isDelivered, isDelivered ? null : outcome.reason],
  )
}
