import type { JobErrorCode } from '@polyparse/contract'
import type { Queryable } from '../db/database.ts'

/*
 * The announcements of ended jobs to the webhooks that their callers named. Each is recorded by the statement that ends
 * its job (end.ts) and is due until it is delivered or given up, so after any failure or crash it is tried again: at
 * least once, under the same id. It is deleted with its job.
 *
 * When one is due is decided by the clock of the database, which all processes share: their own may differ.
 */

/** An announcement that is due. */
export type Delivery = {
  readonly jobId: string
  readonly accountId: string
  readonly attempt: number
  /** The number of times that the job had been retried; every retry has an end of its own to announce. */
  readonly retries: number
  readonly url: string
  readonly status: 'complete' | 'failed'
  readonly errorCode: JobErrorCode | null
  readonly endedAt: Date
  /** The time since that end when the announcement was claimed. */
  readonly endedForSeconds: number
}

/**
 * Claims the announcement that has been due for the longest, as a new attempt, except for accounts that are busy. No
 * other process gets it for `claimSeconds`, by when its outcome is recorded or its process is dead.
 */
export const claimDelivery = async (
  database: Queryable,
  { busyAccounts, claimSeconds }: { busyAccounts: readonly string[]; claimSeconds: number },
): Promise<Delivery | null> => {
  const [row] = await database.query<DeliveryRow>(
    `with due as (
       select job_id from webhook_deliveries
       where next_attempt_at <= now() and account_id <> all($1::uuid[])
       order by next_attempt_at limit 1 for update skip locked
     )
     update webhook_deliveries as delivery set
       attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
     from due join jobs on jobs.id = due.job_id
     where delivery.job_id = due.job_id
     returning delivery.job_id, delivery.account_id, delivery.attempts, retries, webhook_url, status, error_code, completed_at,
       extract(epoch from now() - completed_at)::float8 as ended_for`,
    [busyAccounts, claimSeconds],
  )
  return row === undefined
    ? null
    : {
        jobId: row.job_id,
        accountId: row.account_id,
        attempt: row.attempts,
        retries: row.retries,
        url: row.webhook_url,
        status: row.status,
        errorCode: row.status === 'failed' ? row.error_code : null,
        endedAt: row.completed_at,
        endedForSeconds: row.ended_for,
      }
}

type DeliveryRow = {
  job_id: string
  account_id: string
  attempts: number
  retries: number
  webhook_url: string
  status: 'complete' | 'failed'
  error_code: JobErrorCode | null
  completed_at: Date
  ended_for: number
}

export type DeliveryOutcome =
  | { readonly kind: 'delivered' }
  /** `retryInSeconds`: null if it is given up. */
  | { readonly kind: 'failed'; readonly reason: string; readonly retryInSeconds: number | null }

/**
 * Records how an attempt ended, unless another has overtaken it or the job has been retried. After the last one the address, which may carry a token,
 * is not kept.
 */
export const deliveryEnded = async (
  database: Queryable,
  { jobId, attempt, retries }: Delivery,
  outcome: DeliveryOutcome,
): Promise<void> => {
  const isDelivered = outcome.kind === 'delivered'
  await database.query(
    `with ended as (
       update webhook_deliveries set
         next_attempt_at = now() + make_interval(secs => $3), delivered_at = case when $4 then now() end, failure = $5
       where job_id = $1 and attempts = $2 and next_attempt_at is not null
         and exists (select 1 from jobs where id = $1 and retries = $6)
       returning job_id, next_attempt_at
     )
     update jobs set webhook_url = null from ended where jobs.id = ended.job_id and ended.next_attempt_at is null`,
    [
      jobId,
      attempt,
      isDelivered ? null : outcome.retryInSeconds,
      isDelivered,
      isDelivered ? null : outcome.reason,
      retries,
    ],
  )
}

/** The state of the announcement of a job; null if none was requested or the job has not ended. */
export type DeliveryState = {
  readonly status: 'due' | 'delivered' | 'given_up'
  readonly attempts: number
  readonly failure: string | null
}

export const readDeliveryState = async (database: Queryable, jobId: string): Promise<DeliveryState | null> => {
  const [row] = await database.query<DeliveryState>(
    `select attempts, failure, case
       when delivered_at is not null then 'delivered' when next_attempt_at is null then 'given_up' else 'due'
     end as status
     from webhook_deliveries where job_id = $1`,
    [jobId],
  )
  return row ?? null
}
