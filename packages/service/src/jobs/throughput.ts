import type { Queryable } from '../db/database.ts'

/** The work done since a certain time. */
export type Throughput = {
  /** The jobs that have ended, by the hour of their end; hours without any are left out. */
  readonly hours: readonly { readonly start: Date; readonly complete: number; readonly failed: number }[]
  /** The runs of those jobs, by provider. */
  readonly providers: readonly ProviderThroughput[]
}

export type ProviderThroughput = {
  readonly provider: string
  readonly parsed: number
  readonly failed: number
  /** Time from the first request to the end of runs that succeeded. */
  readonly medianSeconds: number | null
  readonly slowestSeconds: number | null
  readonly lastFailure: { readonly at: Date; readonly code: string | null } | null
}

/** No more than this many of the newest jobs are read. */
const maxJobs = 20_000

/** Covers the jobs created since then. A document that a provider does not support does not count as its failure. */
export const readThroughput = async (database: Queryable, since: Date): Promise<Throughput> => {
  const hours = await database.query<{ start: Date; complete: number; failed: number }>(
    `select date_trunc('hour', completed_at, 'UTC') as start,
       count(*) filter (where status = 'complete') as complete,
       count(*) filter (where status = 'failed') as failed
     from (select status, completed_at from jobs where created_at >= $1 order by created_at desc limit $2) as newest
     where completed_at is not null group by 1 order by 1`,
    [since, maxJobs],
  )
  const providers = await database.query<ProviderRow>(
    `select provider,
       count(*) filter (where status = 'parsed') as parsed,
       count(*) filter (where status = 'failed') as failed,
       percentile_cont(0.5) within group (order by seconds) filter (where status = 'parsed') as median_seconds,
       max(seconds) filter (where status = 'parsed') as slowest_seconds,
       max(ended_at) filter (where status = 'failed') as failed_at,
       (array_agg(error_code order by ended_at desc) filter (where status = 'failed'))[1] as failure_code
     from (
       select provider, status, ended_at, error_code, extract(epoch from ended_at - started_at)::float8 as seconds
       from runs where ended_at is not null
         and job_id in (select id from jobs where created_at >= $1 order by created_at desc limit $2)
     ) as ended group by provider order by provider`,
    [since, maxJobs],
  )
  return { hours, providers: providers.map(toProvider) }
}

type ProviderRow = {
  provider: string
  parsed: number
  failed: number
  median_seconds: number | null
  slowest_seconds: number | null
  failed_at: Date | null
  failure_code: string | null
}

const toProvider = (row: ProviderRow): ProviderThroughput => ({
  provider: row.provider,
  parsed: row.parsed,
  failed: row.failed,
  medianSeconds: row.median_seconds,
  slowestSeconds: row.slowest_seconds,
  lastFailure: row.failed_at === null ? null : { at: row.failed_at, code: row.failure_code },
})
