import type { Queryable } from '../db/database.ts'
import { today } from './spending.ts'

/**
 * The usage of a provider by an account in a month. The cost is in millionths of a US dollar; 0 where there is none on
 * record.
 */
export type AccountSpending = {
  readonly account: string
  readonly provider: string
  readonly jobs: number
  readonly pages: number
  readonly cost: number
}

/** Reads the spending of all accounts, with the highest cost first. The month is in UTC, as `2026-01`. */
export const readSpendingOf = (database: Queryable, month: string): Promise<AccountSpending[]> =>
  database.query<AccountSpending>(
    `select coalesce(accounts.name, account_id::text) as account, provider, sum(jobs)::float8 as jobs,
       sum(pages)::float8 as pages, sum(cost)::float8 as cost
     from usage left join accounts on accounts.id = account_id
     where day >= $1::date and day < $1::date + interval '1 month'
     group by 1, 2 order by 5 desc, 4 desc, 1, 2`,
    [`${month}-01`],
  )

/** The pages that count against the ceiling of an account today (UTC), of those that have any. */
export const readPaidPagesToday = (
  database: Queryable,
): Promise<{ readonly account: string; readonly paidPages: number }[]> =>
  database.query(
    `select coalesce(accounts.name, account_id::text) as account, sum(pages)::float8 as "paidPages"
     from spending left join accounts on accounts.id = account_id
     where day = ${today} group by 1 order by 2 desc, 1`,
  )
