import type { Database, Queryable } from '../db/database.ts'
import { cached } from '../lib/cached.ts'

/** Figures of the whole fleet, from the database. Ages are in seconds, as of the count; null when there is none. */
export type Figures = {
  readonly jobs: { readonly queued: number; readonly running: number }
  /** The waiting runs by provider. */
  readonly waiting: Readonly<Record<string, number>>
  readonly blocked: Readonly<Record<string, number>>
  readonly atVendors: Readonly<Record<string, number>>
  readonly oldestWaiting: number | null
  readonly oldestUnfinished: number | null
  readonly oldestSource: number | null
  readonly deletions: number
  readonly oldestDeletion: number | null
  readonly webhooks: number
  readonly oldestWebhook: number | null
  /**
   * The number of deliveries of results to the places that their callers name; null where the process that has counted
   * has no such figure.
   */
  readonly resultDeliveries: number | null
  readonly oldestResultDelivery: number | null
}

export type CountedFigures = { readonly figures: Figures; readonly secondsOld: number }

/** Resolves to null before the first count. */
export type ReadFigures = () => Promise<CountedFigures | null>

/** The maximum number of rows that are counted for one figure, which then means at least this many. */
export const maxCounted = 100_000

/** The age, in seconds, at which the figures are recounted: by the first process that meets it, for all. */
const renewSeconds = 10

/** A process that several clients scrape reads the figures no more often than this. */
const cachedMs = 5000

/**
 * Reads the last count, which is one row. If that is old, counts first, unless another process has begun to. So the
 * database counts six times a minute, however many processes are scraped, and never if none is.
 */
export const createFigures = (database: Database): ReadFigures =>
  cached(cachedMs, async () => {
    if (await isMine(database)) await keep(database, await countFigures(database))
    const [row] = await database.query<{ figures: StoredFigures | null; seconds_old: number }>(
      `select figures, extract(epoch from now() - counted_at)::float8 as seconds_old from figures`,
    )
    return row === undefined || row.figures === null
      ? null
      : { figures: fromStored(row.figures), secondsOld: row.seconds_old }
  })

/** The figures as the table stores them for processes of every version: blocked runs under their old name. */
type StoredFigures = Omit<Figures, 'blocked' | NewFigures> &
  Partial<Pick<Figures, NewFigures>> & { readonly parked: Figures['blocked'] }

/** Those that an earlier version has not counted. */
type NewFigures = 'resultDeliveries' | 'oldestResultDelivery'

const fromStored = ({
  parked: blocked,
  resultDeliveries = null,
  oldestResultDelivery = null,
  ...figures
}: StoredFigures): Figures => ({ ...figures, blocked, resultDeliveries, oldestResultDelivery })
const toStored = ({ blocked: parked, ...figures }: Figures): StoredFigures => ({ ...figures, parked })

/** Tells whether this process counts now. No other one does until the next count is due. */
const isMine = async (database: Queryable): Promise<boolean> => {
  const claimed = await database.query(
    `update figures set begun_at = now() where begun_at < now() - $1 * interval '1 second' returning 1`,
    [renewSeconds],
  )
  return claimed.length > 0
}

const keep = async (database: Queryable, figures: Figures): Promise<void> => {
  await database.query('update figures set figures = $1, counted_at = now()', [toStored(figures)])
}

/*
 * Every part reads from an index, in its order, and no more rows than `maxCounted`. Ids of runs are UUID v7 and begin
 * with the time, so the lowest is that of the oldest.
 */
const counting = `
  with unfinished as (
    select status, coalesce(retried_at, created_at) as requested_at, source_path
    from jobs where completed_at is null order by created_at limit $1
  ), waiting as (
    select id, provider from runs where attempt = 0 and status = 'waiting' and due_at is not null limit $1
  ), blocked as (
    select provider from runs where ended_at is null and place = 'blocked' limit $1
  ), at_vendors as (
    select provider from runs where remote_step is not null and ended_at is null limit $1
  ), due_deletions as (
    select coalesce(tried_at, requested_at), requested_at from deletions order by 1 limit $1
  ), due_webhooks as (
    (select next_attempt_at from webhook_deliveries where next_attempt_at is not null order by next_attempt_at limit $1)
    union all
    (select next_attempt_at from batches where next_attempt_at is not null order by next_attempt_at limit $1)
  ), due_results as (
    select next_attempt_at from result_deliveries where next_attempt_at is not null order by next_attempt_at limit $1
  ), by_provider as (
    select 'waiting' as state, provider, count(*) as runs from waiting group by provider
    union all select 'blocked', provider, count(*) from blocked group by provider
    union all select 'atVendors', provider, count(*) from at_vendors group by provider
  )
  select
    (select coalesce(jsonb_object_agg(status, jobs), '{}')
       from (select status, count(*) as jobs from unfinished group by status) as counted) as jobs,
    (select coalesce(jsonb_object_agg(state, providers), '{}')
       from (select state, jsonb_object_agg(provider, runs) as providers from by_provider group by state) as counted
    ) as runs,
    (select min(id::text) from waiting) as oldest_waiting_id,
    (select extract(epoch from now())::float8) as now,
    (select extract(epoch from now() - min(requested_at))::float8 from unfinished) as oldest_unfinished,
    (select extract(epoch from now() - min(requested_at))::float8
       from unfinished where source_path is not null) as oldest_source,
    (select count(*) from due_deletions) as deletions,
    (select extract(epoch from now() - min(requested_at))::float8 from due_deletions) as oldest_deletion,
    (select count(*) from due_webhooks) as webhooks,
    (select extract(epoch from now() - min(next_attempt_at))::float8 from due_webhooks) as oldest_webhook,
    (select count(*) from due_results) as result_deliveries,
    (select extract(epoch from now() - min(next_attempt_at))::float8 from due_results) as oldest_result_delivery`

type CountedRow = {
  jobs: Partial<Figures['jobs']>
  runs: Partial<Record<'waiting' | 'blocked' | 'atVendors', Record<string, number>>>
  oldest_waiting_id: string | null
  now: number
  oldest_unfinished: number | null
  oldest_source: number | null
  deletions: number
  oldest_deletion: number | null
  webhooks: number
  oldest_webhook: number | null
  result_deliveries: number
  oldest_result_delivery: number | null
}

const countFigures = async (database: Queryable): Promise<Figures> => {
  const [row] = await database.query<CountedRow>(counting, [maxCounted])
  if (row === undefined) throw new TypeError('a count gives one row')
  return {
    jobs: { queued: row.jobs.queued ?? 0, running: row.jobs.running ?? 0 },
    waiting: row.runs.waiting ?? {},
    blocked: row.runs.blocked ?? {},
    atVendors: row.runs.atVendors ?? {},
    oldestWaiting: row.oldest_waiting_id === null ? null : since(row.now, secondsOf(row.oldest_waiting_id)),
    oldestUnfinished: ageOf(row.oldest_unfinished),
    oldestSource: ageOf(row.oldest_source),
    deletions: row.deletions,
    oldestDeletion: ageOf(row.oldest_deletion),
    webhooks: row.webhooks,
    oldestWebhook: ageOf(row.oldest_webhook),
    resultDeliveries: row.result_deliveries,
    oldestResultDelivery: ageOf(row.oldest_result_delivery),
  }
}

/** RFC 9562, section 5.7: the first 48 bits are milliseconds since 1970. */
const secondsOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16) / 1000

const since = (now: number, then: number): number => Math.max(0, now - then)

/** The clock of another machine may be ahead. */
const ageOf = (seconds: number | null): number | null => (seconds === null ? null : Math.max(0, seconds))
