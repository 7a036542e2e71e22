import { advisoryLocks, lockFor } from '../db/advisory-locks.ts'
import type { Queryable, Transaction } from '../db/database.ts'

/*
 * The charges of vendors, counted over all workers. A row is written by the transaction that commits a submit before it
 * is sent, and removed if the vendor has certainly not accepted it. The rows of an account and day are counted under
 * one lock, those of a job under the lock of the job, so that two submits cannot both use the same remainder.
 */

/** The expected charge of a submit. The cost is in millionths of a US dollar. */
export type Charge = { readonly pages: number; readonly cost: number }

/** Null means no limit. */
export type SpendingLimits = {
  /** Per account and day in UTC. */
  readonly pagesPerDay: number | null
  /** Millionths of a US dollar. */
  readonly costPerJob: number | null
}

/** Tells whether anything has to be counted. */
export const isLimited = ({ pagesPerDay, costPerJob }: SpendingLimits): boolean =>
  pagesPerDay !== null || costPerJob !== null

/** The spending so far, without the submit in question. */
export type Spent = { readonly pagesToday: number; readonly jobCost: number }

type Owner = { readonly runId: string; readonly jobId: string; readonly accountId: string }

/** The day of UTC by the clock of the database, by which all processes count alike. */
export const today = `(now() at time zone 'utc')::date`

export const readSpent = async (database: Queryable, { jobId, accountId }: Owner): Promise<Spent> => {
  const [row] = await database.query<{ pages_today: number; job_cost: number }>(
    `select
       (select coalesce(sum(pages), 0) from spending where account_id = $1 and day = ${today})::float8 as pages_today,
       (select coalesce(sum(cost), 0) from spending where job_id = $2)::float8 as job_cost`,
    [accountId, jobId],
  )
  return { pagesToday: row?.pages_today ?? 0, jobCost: row?.job_cost ?? 0 }
}

/** The pages that count against the limit of the account today. */
export const paidPagesToday = async (database: Queryable, accountId: string): Promise<number> => {
  const [row] = await database.query<{ pages: number }>(
    `select coalesce(sum(pages), 0)::float8 as pages from spending where account_id = $1 and day = ${today}`,
    [accountId],
  )
  return row?.pages ?? 0
}

/**
 * Lets no other transaction count or add spending of this account until this one ends. Take the lock of the job first.
 */
export const lockSpending = (transaction: Transaction, accountId: string): Promise<void> =>
  lockFor(transaction, advisoryLocks.spending, accountId)

/** Records the charge of a submit that is about to be sent. */
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

/** Removes the charge of a submit that the vendor has certainly not accepted. */
export const takeBackSpending = async (database: Queryable, runId: string, submission: number): Promise<void> => {
  await database.query('delete from spending where run_id = $1 and submission = $2', [runId, submission])
}

/** Corrects the charge of the last submit of the run to the pages that the vendor has read. */
export const settleSpending = async (database: Queryable, runId: string, pages: number): Promise<void> => {
  await database.query(
    `update spending set
       pages = $2::integer, cost = case pages when 0 then cost else cost * $2::integer / pages end
     where run_id = $1 and submission = (select max(submission) from spending where run_id = $1)`,
    [runId, pages],
  )
}

/** Longer than a job can run, and than any limit counts back. */
const keptDays = 60

export const purgeSpending = async (database: Queryable): Promise<number> => {
  const rows = await database.query(`delete from spending where day < ${today} - ${keptDays} returning 1`)
  return rows.length
}
