import type { Queryable } from '../db/database.ts'

/*
 * The announcements of ended jobs to the webhooks that their callers named. Each is recorded by the statement that ends
 * its job (end.ts) and is due until it is delivered or given up, so after any failure or crash it is tried again: at
 * least once, under the same id. It is deleted with its job.
 */

/** An announcement that is due. */
export type Delivery = {
  readonly jobId: string
  readonly accountId: string
  readonly attempt: number
  readonly url: string
  readonly status: 'complete' | 'failed'
  readonly endedAt: Date
  /** No other process makes an attempt before this time. */
  readonly claimedUntil: Date
}

/**
 * Claims the announcement that has been due for the longest, as a new attempt, except for accounts that are busy. No
 * other process gets it before `until`, when its outcome is recorded or its process is dead.
 */
export const claimDelivery = async (
  database: Queryable,
  { busyAccounts, now, until }: { busyAccounts: readonly string[]; now: Date; until: Date },
): Promise<Delivery | null> => {
  const [row] = await database.query<DeliveryRow>(
    `with due as (
       select job_id from webhook_deliveries
       where next_attempt_at <= $1 and account_id <> all($2::uuid[])
       order by next_attempt_at limit 1 for update skip locked
     )
     update webhook_deliveries as delivery set attempts = attempts + 1, next_attempt_at = $3
     from due join jobs on jobs.id = due.job_id
     where delivery.job_id = due.job_id
     returning delivery.job_id, delivery.account_id, delivery.attempts, webhook_url, status, completed_at`,
    [now, busyAccounts, until],
  )
  return row === undefined
    ? null
    : {
        jobId: row.job_id,
        accountId: row.account_id,
        attempt: row.attempts,
        url: row.webhook_url,
        status: row.status,
        endedAt: row.completed_at,
        claimedUntil: until,
      }
}

type DeliveryRow = {
  job_id: string
  account_id: string
  attempts: number
  webhook_url: string
  status: 'complete' | 'failed'
  completed_at: Date
}

export type DeliveryOutcome =
  | { readonly kind: 'delivered'; readonly at: Date }
  /** `next`: null if it is given up. */
  | { readonly kind: 'failed'; readonly reason: string; readonly next: Date | null }

/**
 * Records how an attempt ended, unless another has overtaken it. After the last one the address, which may carry a token,
 * is not kept.
 */
export const deliveryEnded = async (
  database: Queryable,
  { jobId, attempt }: Delivery,
  outcome: DeliveryOutcome,
): Promise<void> => {
  await database.query(
    `with ended as (
       update webhook_deliveries set next_attempt_at = $3, delivered_at = $4, failure = $5
       where job_id = $1 and attempts = $2 and next_attempt_at is not null
       returning job_id, next_attempt_at
     )
     update jobs set webhook_url = null from ended where jobs.id = ended.job_id and ended.next_attempt_at is null`,
    outcome.kind === 'delivered'
      ? [jobId, attempt, null, outcome.at, null]
      : [jobId, attempt, outcome.next, null, outcome.reason],
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
