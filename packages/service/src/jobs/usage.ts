import type { Database, Queryable } from '../db/database.ts'

/*
 * The usage of providers by accounts and their keys. A run that is read adds a row in the statement that ends it, so
 * each is counted once, and no run waits for another. {@link foldUsage} adds rows up; the sums stay as they are, also
 * when jobs are retried or erased.
 */

/** The usage that a successful run adds. The cost is in millionths of a US dollar; 0 where there is none on record. */
export type RunUsage = { readonly pages: number; readonly cost: number }

/** The figures that are kept with a successful run. */
export type RunFigures = RunUsage & {
  /** The rating by which its provider judges the text, 0–1; null if it gives none. */
  readonly quality: number | null
  /** The number of warnings of its result. */
  readonly warningCount: number
  /** The pages of which its reader is not sure, and the one of which it is least sure; null where there is none. */
  readonly doubtedPages: readonly number[]
  readonly worstPage: number | null
}

/** The columns of these figures, apart from usage, and their values in the order of the placeholders. */
export const figureColumns = {
  assignments: (first: number): string =>
    ['quality', 'warning_count', 'doubted_page_count', 'worst_page']
      .map((column, index) => `${column} = $${first + index}`)
      .join(', '),
  values: ({ quality, warningCount, doubtedPages, worstPage }: Omit<RunFigures, keyof RunUsage>) => [
    quality,
    warningCount,
    doubtedPages.length,
    worstPage,
  ],
}

/**
 * Part of a statement that ends a run: of its parts `job`, with `account_id` and `key_id`, and `parsed`, with the
 * `provider`. The arguments are placeholders.
 */
export const countUsage = ({ now, pages, cost }: { now: string; pages: string; cost: string }): string =>
  `insert into usage (account_id, key_id, day, provider, jobs, pages, cost)
   select account_id, key_id, (${now}::timestamptz at time zone 'utc')::date, provider, 1, ${pages}::integer, ${cost}::bigint
   from job, parsed`

export type DayUsage = RunUsage & {
  /** The day, such as `2026-01-15`, in UTC. */
  readonly day: string
  readonly provider: string
  /** The number of jobs. In a comparison, each provider that has read the document counts as one. */
  readonly jobs: number
}

/** The days from the first to the last that is given, both included, in order; and the providers of a day by id. */
export const readUsage = (
  database: Queryable,
  accountId: string,
  { from, to }: { from: string; to: string },
): Promise<DayUsage[]> =>
  database.query<DayUsage>(
    `select to_char(day, 'YYYY-MM-DD') as day, provider, sum(jobs)::float8 as jobs, sum(pages)::float8 as pages,
       sum(cost)::float8 as cost
     from usage where account_id = $1 and usage.day between $2::date and $3::date
     group by usage.day, provider order by usage.day, provider`,
    [accountId, from, to],
  )

/** The pages that were read today (UTC) for jobs of the key. */
export const pagesToday = async (
  database: Queryable,
  { accountId, keyId }: { accountId: string; keyId: string },
  now: Date,
): Promise<number> => {
  const [row] = await database.query<{ pages: number }>(
    `select coalesce(sum(pages), 0)::float8 as pages from usage
     where account_id = $1 and key_id = $2 and day = ($3::timestamptz at time zone 'utc')::date`,
    [accountId, keyId, now],
  )
  return row?.pages ?? 0
}

/** The maximum number of sums that one statement makes. */
const usageFoldBatchSize = 500

/** Older rows have been added up, or stay as they are, which costs nothing but space. */
const foldedDays = 3

/** Makes one row of those that differ only in their numbers. Resolves to how many sums were made. */
export const foldUsage = async (database: Database, now: Date): Promise<number> => {
  const rows = await database.query(
    `with several as (
       select account_id, key_id, day, provider from usage
       where day > ($1::timestamptz at time zone 'utc')::date - ${foldedDays}
       group by account_id, key_id, day, provider having count(*) > 1 limit ${usageFoldBatchSize}
     ), folded as (
       delete from usage using several
       where usage.account_id = several.account_id and usage.key_id is not distinct from several.key_id
         and usage.day = several.day and usage.provider = several.provider
       returning usage.*
     )
     insert into usage (account_id, key_id, day, provider, jobs, pages, cost)
     select account_id, key_id, day, provider, sum(jobs), sum(pages), sum(cost) from folded
     group by account_id, key_id, day, provider
     returning 1`,
    [now],
  )
  return rows.length
}

/** Days for which usage can be read: a year and the month in which it is looked back on. */
export const usageKeptDays = 400

export const purgeUsage = async (database: Queryable, now: Date): Promise<number> => {
  const rows = await database.query(
    `delete from usage where day < ($1::timestamptz at time zone 'utc')::date - ${usageKeptDays} returning 1`,
    [now],
  )
  return rows.length
}
