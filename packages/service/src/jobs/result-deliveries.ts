import type { DeliveryRequest, Operation } from '@polyparse/contract'
import { outputIds, type OutputId } from '@polyparse/document'
import type { Queryable } from '../db/database.ts'
import type { StoredResult } from './job.ts'
import { readTag } from './result-tag.ts'
import type { DeliveryOutcome } from './webhook-deliveries.ts'

/*
 * The results of complete jobs on their way to the URLs that their callers named, by the same rules as the announcements
 * of ends (webhook-deliveries.ts): recorded by the statement that ends the job, due until the receiver has acknowledged
 * them or they are given up. Each URL is kept only as long.
 */

/** The target of a delivery: an output, or the whole answer about the job. */
export type DeliveryTarget = OutputId | 'job'

const readTarget = (text: string): DeliveryTarget => {
  const target = text === 'job' ? text : outputIds.find((id) => id === text)
  if (target === undefined) throw new TypeError('a stored target of a delivery is what the request had')
  return target
}

/** Maps targets to URLs, as they are stored. */
export const addressesOfDelivery = ({ url, outputs = {} }: DeliveryRequest): Readonly<Record<string, string>> => ({
  ...outputs,
  ...(url !== undefined && { job: url }),
})

/** A result that is due. */
export type ResultDelivery = {
  readonly jobId: string
  readonly accountId: string
  readonly target: DeliveryTarget
  readonly attempt: number
  readonly retries: number
  /** Null when it has been given up meanwhile. */
  readonly url: string | null
  readonly operation: Operation
  /** Null when it has expired. */
  readonly result: StoredResult | null
  readonly endedForSeconds: number
}

type ResultDeliveryRow = {
  job_id: string
  account_id: string
  target: string
  attempts: number
  retries: number
  url: string | null
  operation: Operation
  result_path: string | null
  result_size: number | null
  result_etag: string | null
  ended_for: number
}

/** Claims the one that has been due for the longest, as `claimDelivery` does. */
export const claimResultDelivery = async (
  database: Queryable,
  { busyAccounts, claimSeconds }: { busyAccounts: readonly string[]; claimSeconds: number },
): Promise<ResultDelivery | null> => {
  const [row] = await database.query<ResultDeliveryRow>(
    `with due as (
       select job_id, target from result_deliveries
       where next_attempt_at <= now() and account_id <> all($1::uuid[])
       order by next_attempt_at limit 1 for update skip locked
     )
     update result_deliveries as delivery set
       attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $2)
     from due join jobs on jobs.id = due.job_id
     where delivery.job_id = due.job_id and delivery.target = due.target
     returning delivery.job_id, delivery.account_id, delivery.target, delivery.attempts, retries,
       deliver ->> delivery.target as url, operation, result_path, result_size, result_etag,
       extract(epoch from now() - completed_at)::float8 as ended_for`,
    [busyAccounts, claimSeconds],
  )
  if (row === undefined) return null
  const { result_path: path, result_size: size, result_etag: etag } = row
  return {
    jobId: row.job_id,
    accountId: row.account_id,
    target: readTarget(row.target),
    attempt: row.attempts,
    retries: row.retries,
    url: row.url,
    operation: row.operation,
    result: path === null || size === null || etag === null ? null : { path, size, ...readTag(etag, size) },
    endedForSeconds: row.ended_for,
  }
}

/** Records the end of a delivery, as `deliveryEnded` does. After the last attempt the URL is not kept. */
export const resultDeliveryEnded = async (
  database: Queryable,
  { jobId, target, attempt, retries }: ResultDelivery,
  outcome: DeliveryOutcome,
): Promise<void> => {
  const isDelivered = outcome.kind === 'delivered'
  await database.query(
    `with ended as (
       update result_deliveries set
         next_attempt_at = now() + make_interval(secs => $4), delivered_at = case when $5 then now() end, failure = $6
       where job_id = $1 and target = $2 and attempts = $3 and next_attempt_at is not null
         and exists (select 1 from jobs where id = $1 and retries = $7)
       returning job_id, target, next_attempt_at
     )
     update jobs set deliver = nullif(deliver - ended.target, '{}')
     from ended where jobs.id = ended.job_id and ended.next_attempt_at is null`,
    [
      jobId,
      target,
      attempt,
      isDelivered ? null : outcome.retryInSeconds,
      isDelivered,
      isDelivered ? null : outcome.reason,
      retries,
    ],
  )
}

/** The state of one delivery of a job. */
export type ResultDeliveryState = {
  readonly target: DeliveryTarget
  readonly status: 'due' | 'delivered' | 'given_up'
  readonly attempts: number
  readonly deliveredAt: Date | null
  readonly nextAttemptAt: Date | null
  readonly failure: string | null
}

export const readResultDeliveries = async (database: Queryable, jobId: string): Promise<ResultDeliveryState[]> => {
  const rows = await database.query<Omit<ResultDeliveryState, 'target'> & { target: string }>(
    `select target, attempts, failure, delivered_at as "deliveredAt", next_attempt_at as "nextAttemptAt", case
       when delivered_at is not null then 'delivered' when next_attempt_at is null then 'given_up' else 'due'
     end as status
     from result_deliveries where job_id = $1 order by target`,
    [jobId],
  )
  return rows.map((row) => ({ ...row, target: readTarget(row.target) }))
}
