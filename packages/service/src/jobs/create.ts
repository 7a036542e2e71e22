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
  /** Those that will run, in the order of the result's entries. */
  readonly providers: readonly string[]
  /** Who runs after the one provider of a parse, should it fail. */
  readonly fallback: readonly string[] | null
  readonly source: NewSource
}

/**
 * Writes job, runs and the queue message in one transaction; the unique index over account and idempotency key decides
 * which of several simultaneous requests creates. `created: false` brings the job that has the key already: the caller
 * compares fingerprints to tell a replay from a conflict.
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
      // Only the first run gets a message: it prepares the source and sends the others off.
      if (row !== null) await queue.enqueue(transaction, { runId: firstRun }, { turn: row.first_turn })
      return row
    }),
  )
  if (created !== null) return { created: true, job: toJob(created) }
  const existing = await findByIdempotencyKey(database, newJob.accountId, newJob.idempotencyKey)
  // The job that held the key was erased between the two statements: the key is free again.
  return existing === null ? createJob({ database, queue, clock }, newJob) : { created: false, job: existing }
}

/** The job with its runs; null when another has the idempotency key. */
const insertJob = async (
  transaction: Transaction,
  job: NewJob,
  runIds: readonly string[],
  { now, after }: { now: Date; after: number },
): Promise<(JobRow & { first_turn: number }) | null> => {
  const upload = 'url' in job.source ? null : job.source
  const lane = job.request.operation
  const cost = runIds.length * costOfRun(lane, upload?.size ?? null)
  const trace = currentTrace()
  const [row] = await transaction.query<JobRow & { first_turn: number }>(
    `with job as (
       insert into jobs (
         id, account_id, idempotency_key, fingerprint, operation, outputs, pages, include_raw, provider_options,
         source_url, source_filename, source_media_type, source_path, source_size, source_sha256, webhook_url, status,
         created_at, traceparent, tracestate, fallback
       ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 'queued', $17, $23, $24, $25)
       on conflict on constraint idempotency_keys_belong_to_one_account do nothing
       returning ${jobColumns('jobs')}
     ), before as (
       select greatest(
         (select min(turn) from runs where attempt = 0 and status = 'waiting' and turn is not null),
         (select max(turn) from runs
          where account_id = $2 and lane = $20 and attempt = 0 and status = 'waiting' and turn is not null),
         $22
       )::bigint as turn
     ), its_runs as (
       insert into runs (id, job_id, position, provider, status, account_id, lane, turn)
       select run.id, job.id, run.position - 1, run.provider, 'waiting', $2, $20,
         case when run.position = 1 then least(before.turn + $21, ${lastTurn}) end
       from job, before, unnest($18::uuid[], $19::text[]) with ordinality as run (id, provider, position)
     )
     select ${jobColumns('job')}, least(before.turn + $21, ${lastTurn})::integer as first_turn from job, before`,
    [
      job.id,
      job.accountId,
      job.idempotencyKey,
      job.fingerprint,
      job.request.operation,
      job.request.outputs,
      job.request.pages,
      job.request.includeRaw,
      job.request.providerOptions,
      'url' in job.source ? job.source.url : null,
      upload?.filename ?? null,
      upload?.mediaType ?? null,
      upload?.path ?? null,
      upload?.size ?? null,
      upload?.sha256 ?? null,
      job.request.webhook?.url ?? null,
      now,
      runIds,
      job.providers,
      lane,
      cost,
      after,
      trace?.traceparent ?? null,
      trace?.tracestate ?? null,
      job.fallback,
    ],
  )
  return row ?? null
}
