import { advisoryLocks, lockFor } from '../db/advisory-locks.ts'
import type { Queryable, Transaction } from '../db/database.ts'

/*
 * What vendors who charge were asked for, counted over all workers: a row is written by the transaction that says a
 * submit is about to leave, and taken back when the vendor has certainly not taken it. An account's rows of the day are
 * counted under one lock, those of a job under the lock of the job, so no two submits share what is left.
 */

/** What a submit will be charged for, as far as that can be known. Cost in millionths of a US dollar. */
export type Charge = { readonly pages: number; readonly cost: number }

/** Null: there is no such ceiling. */
export type SpendingLimits = {
  /** Of an account, in UTC. */
  readonly pagesPerDay: number | null
  /** In millionths of a US dollar. */
  readonly costPerJob: number | null
}

/** Whether anything has to be counted. */
export const isLimited = ({ pagesPerDay, costPerJob }: SpendingLimits): boolean =>
  pagesPerDay !== null || costPerJob !== null

/** What has been spent, without the submit in question. */
export type Spent = { readonly pagesToday: number; readonly jobCost: number }

type Owner = { readonly runId: string; readonly jobId: string; readonly accountId: string }

const today = `(now() at time zone 'utc')::date`

export const readSpent = async (database: Queryable, { jobId, accountId }: Owner): Promise<Spent> => {
  const [row] = await database.query<{ pages_today: number; job_cost: number }>(
    `select
       (select coalesce(sum(pages), 0) from spending where account_id = $1 and day = ${today})::float8 as pages_today,
       (select coalesce(sum(cost), 0) from spending where job_id = $2)::float8 as job_cost`,
    [accountId, jobId],
  )
  return { pagesToday: row?.pages_today ?? 0, jobCost: row?.job_cost ?? 0 }
}

/** Nobody else counts or spends of this account until the transaction ends. After the lock of the job. */
export const lockSpending = (transaction: Transaction, accountId: string): Promise<void> =>
  lockFor(transaction, advisoryLocks.spending, accountId)

/** Notes a submit that is about to leave. */
export const noteSpending = async (
  transaction: Transaction,
  { runId, jobId, accountId, submission, provider }: Owner & { submission: number; provider: string },
  { pages, cost }: Charge,
): Promise<void> => {
  await transaction.query(
    `insert into spending (run_id, submission, job_id, account_id, provider, day, pages, cost)
     values ($1, $2, $3, $4, $5, ${today}, $6, $7)
     on conflict (run_id, submission) do update set day = excluded.day, pages = excluded.pages, cost = excluded.cost`,
    [runId, submission, jobId, accountId, provider, pages, cost],
  )
}

/** The vendor has certainly not taken that submit. */
export const takeBackSpending = async (database: Queryable, runId: string, submission: number): Promise<void> => {
  await database.query('delete from spending where run_id = $1 and submission = $2', [runId, submission])
}

/** The vendor has read so many pages: the last submit of the run is charged for them and not for what was expected. */
export const settleSpending = async (database: Queryable, runId: string, pages: number): Promise<void> => {
  await database.query(
    `update spending set
       pages = $2::integer, cost = case pages when 0 then cost else cost * $2::integer / pages end
     where run_id = $1 and submission = (select max(submission) from spending where run_id = $1)`,
    [runId, pages],
  )
}

/** Longer than a job can be at work, and than anybody counts back. */
const keptDays = 60

export const purgeSpending = async (database: Queryable): Promise<number> => {
  const rows = await database.query(`delete from spending where day < ${today} - ${keptDays} returning 1`)
  return rows.length
}
