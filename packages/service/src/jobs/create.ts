import { randomUUIDv7 } from 'node:crypto'
import type { JobRequest } from '@polyparse/contract'
import type { Database, Transaction } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import { currentTrace } from '../lib/tracing.ts'
import type { Queue } from '../queue/queue.ts'
import type { Job, NewSource } from './job.ts'
import { inLane } from './lanes.ts'
import { findByIdempotencyKey } from './read.ts'
import { jobColumns, toJob, type JobRow } from './rows.ts'
import { costOfRun, lastTurn } from './turns.ts'

export type NewJob = {
  readonly id: string
  readonly accountId: string
  readonly idempotencyKey: string
  readonly fingerprint: string
  readonly request: JobRequest
  /** The providers that will run, in the order of the result's entries. */
  readonly providers: readonly string[]
  /** The providers to try if the one provider of a parse fails. */
  readonly fallback: readonly string[] | null
  readonly source: NewSource
}

/**
 * Writes job, runs and the queue message in one transaction; the unique index over account and idempotency key decides
 * which of several simultaneous requests creates. With `created: false` it returns the job that already has the key:
 * the caller compares fingerprints to distinguish a replay from a conflict.
 */
export const createJob = async (
  { database, queue, clock }: { database: Database; queue: Queue; clock: Clock },
  newJob: NewJob,
): Promise<{ created: boolean; job: Job }> => {
  const runIds = newJob.providers.map(() => randomUUIDv7())
  const [firstRun] = runIds
  if (firstRun === undefined) throw new TypeError('a job has at least one provider')
  const created = await inLane(queue, `${newJob.accountId} ${newJob.request.operation}`, (insert) =>
    database.transaction(async (transaction) => {
      const row = await insert((after) => insertJob(transaction, newJob, runIds, { now: clock(), after }))
      // Only the first run gets a message: with it the source is prepared, and then the others are enqueued.
      const options = { turn: row?.first_turn ?? null, ...('url' in newJob.source && { fetchFor: newJob.accountId }) }
      if (row !== null) await queue.enqueue(transaction, { runId: firstRun }, options)
      return row
    }),
  )
  if (created !== null) return { created: true, job: toJob(created) }
  const existing = await findByIdempotencyKey(database, newJob.accountId, newJob.idempotencyKey)
  // The job that had the key was erased between the two statements, so the key is free again.
  return existing === null ? createJob({ database, queue, clock }, newJob) : { created: false, job: existing }
}

/** The columns of a new row of `jobs`, with their types. Names and values go to the database as one JSON document. */
const columns = {
  id: 'uuid',
  account_id: 'uuid',
  idempotency_key: 'text',
  fingerprint: 'text',
  operation: 'text',
  outputs: 'text[]',
  pages: 'integer[]',
  include_raw: 'boolean',
  provider_options: 'jsonb',
  fallback: 'text[]',
  source_url: 'text',
  source_filename: 'text',
  source_media_type: 'text',
  source_path: 'text',
  source_size: 'bigint',
  source_sha256: 'text',
  webhook_url: 'text',
  status: 'text',
  created_at: 'timestamptz',
  traceparent: 'text',
  tracestate: 'text',
} as const

const names = Object.keys(columns).join(', ')
const definitions = Object.entries(columns)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')

type NewRow = Readonly<Record<keyof typeof columns, unknown>>

const newRow = ({ source, request, ...job }: NewJob, now: Date): NewRow => {
  const upload = 'url' in source ? null : source
  const trace = currentTrace()
  return {
    id: job.id,
    account_id: job.accountId,
    idempotency_key: job.idempotencyKey,
    fingerprint: job.fingerprint,
    operation: request.operation,
    outputs: request.outputs,
    pages: request.pages,
    include_raw: request.includeRaw,
    provider_options: request.providerOptions,
    fallback: job.fallback,
    source_url: 'url' in source ? source.url : null,
    source_filename: upload?.filename ?? null,
    source_media_type: upload?.mediaType ?? null,
    source_path: upload?.path ?? null,
    source_size: upload?.size ?? null,
    source_sha256: upload?.sha256 ?? null,
    webhook_url: request.webhook?.url ?? null,
    status: 'queued',
    created_at: now,
    traceparent: trace?.traceparent ?? null,
    tracestate: trace?.tracestate ?? null,
  }
}

/**
 * The job with its runs; null if another job has the idempotency key. The first run gets its turn: `cost` after the
 * last one of the same account and lane.
 */
const insertJob = async (
  transaction: Transaction,
  job: NewJob,
  runIds: readonly string[],
  { now, after }: { now: Date; after: number },
): Promise<(JobRow & { first_turn: number }) | null> => {
  const { operation: lane } = job.request
  const size = 'url' in job.source ? null : job.source.size
  const runs = { ids: runIds, providers: job.providers, lane, cost: runIds.length * costOfRun(lane, size), after }
  const [row] = await transaction.query<JobRow & { first_turn: number }>(
    `with new as (
       select ids, providers, lane, cost, after
       from jsonb_to_record($2) as new (ids uuid[], providers text[], lane text, cost integer, after integer)
     ), job as (
       insert into jobs (${names}) select ${names} from jsonb_to_record($1) as job (${definitions})
       on conflict on constraint idempotency_keys_belong_to_one_account do nothing
       returning ${jobColumns('jobs')}
     ), before as (
       select greatest(
         (select min(turn) from runs where attempt = 0 and status = 'waiting' and turn is not null),
         (select max(turn) from runs
          where account_id = job.account_id and lane = new.lane
            and attempt = 0 and status = 'waiting' and turn is not null),
         new.after
       )::bigint as turn from job, new
     ), turn as (
       select least(before.turn + new.cost, ${lastTurn})::integer as first from before, new
     ), its_runs as (
       insert into runs (id, job_id, position, provider, status, account_id, lane, turn)
       select run.id, job.id, run.position - 1, run.provider, 'waiting', job.account_id, new.lane,
         case when run.position = 1 then turn.first end
       from job, new, turn, unnest(new.ids, new.providers) with ordinality as run (id, provider, position)
     )
     select ${jobColumns('job')}, turn.first as first_turn from job, turn`,
    [newRow(job, now), runs],
  )
  return row ?? null
}
