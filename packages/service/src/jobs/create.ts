import { randomUUIDv7 } from 'node:crypto'
import type { Database, Transaction } from '../db/database.ts'
import type { Clock } from '../lib/clock.ts'
import { currentTrace } from '../lib/tracing.ts'
import type { Queue } from '../queue/queue.ts'
import type { ResolvedRequest, StoredJob, NewSource } from './job.ts'
import { addressesOfDelivery } from './result-deliveries.ts'
import { insertRuns, newRuns } from './new-runs.ts'
import { findByIdempotencyKey } from './read.ts'
import { jobColumns, toJob, type StoredJobRow } from './rows.ts'

export type NewJob = {
  readonly id: string
  readonly accountId: string
  /** The key that the request came with; null: none did. */
  readonly keyId: string | null
  readonly idempotencyKey: string
  readonly fingerprint: string
  readonly request: ResolvedRequest
  /** The providers that will run, in the order of the result's entries. */
  readonly providers: readonly string[]
  /** The providers to try if the one provider of a parse fails. */
  readonly fallback: readonly string[] | null
  readonly source: NewSource
}

export type CreateParts = {
  readonly database: Database
  readonly queue: Pick<Queue, 'enqueue'>
  readonly clock: Clock
}

/**
 * Writes job and runs, the first of them due, in one transaction; the unique index over account and idempotency key
 * decides which of several simultaneous requests creates. With `created: false` it returns the job that already has the
 * key: the caller compares fingerprints to distinguish a replay from a conflict.
 */
export const createJob = async (parts: CreateParts, newJob: NewJob): Promise<{ created: boolean; job: StoredJob }> => {
  const { database, clock } = parts
  const runIds = newJob.providers.map(() => randomUUIDv7())
  const created = await database.transaction(async (transaction) => {
    const row = await insertJob(transaction, newJob, runIds, { now: clock(), batch: null })
    if (row !== null) await enqueueFirst(parts, transaction, newJob, runIds)
    return row
  })
  if (created !== null) return { created: true, job: toJob(created) }
  const existing = await findByIdempotencyKey(database, newJob.accountId, newJob.idempotencyKey)
  // The job that had the key was erased between the two statements, so the key is free again.
  return existing === null ? createJob(parts, newJob) : { created: false, job: existing }
}

/** Makes only the first run due: with it the source is prepared, and then the others are due. */
export const enqueueFirst = async (
  { queue }: Pick<CreateParts, 'queue'>,
  transaction: Transaction,
  { source }: NewJob,
  [firstRun]: readonly string[],
): Promise<void> => {
  if (firstRun === undefined) throw new TypeError('a job has at least one provider')
  await queue.enqueue(transaction, { runId: firstRun }, { slot: 'url' in source ? 'fetch' : 'run' })
}

/** The columns of a new row of `jobs`, with their types. Names and values go to the database as one JSON document. */
const newJobColumns = {
  id: 'uuid',
  account_id: 'uuid',
  key_id: 'uuid',
  idempotency_key: 'text',
  fingerprint: 'text',
  operation: 'text',
  outputs: 'text[]',
  pages: 'integer[]',
  include_raw: 'boolean',
  extraction: 'text',
  classification: 'text',
  images: 'text',
  page_images: 'boolean',
  provisional_pages: 'boolean',
  deadline_seconds: 'integer',
  provider_options: 'jsonb',
  fallback: 'text[]',
  metadata: 'jsonb',
  source_url: 'text',
  source_filename: 'text',
  source_media_type: 'text',
  source_path: 'text',
  source_size: 'bigint',
  source_sha256: 'text',
  webhook_url: 'text',
  deliver: 'jsonb',
  status: 'text',
  created_at: 'timestamptz',
  batch_id: 'uuid',
  batch_position: 'integer',
  traceparent: 'text',
  tracestate: 'text',
} as const

const newJobColumnNames = Object.keys(newJobColumns).join(', ')
const definitions = Object.entries(newJobColumns)
  .map(([name, type]) => `${name} ${type}`)
  .join(', ')

type NewRow = Readonly<Record<keyof typeof newJobColumns, unknown>>

/** The batch that a job is part of, and where. */
type InBatch = { readonly id: string; readonly position: number }

const newRow = ({ source, request, ...job }: NewJob, now: Date, batch: InBatch | null): NewRow => {
  const upload = 'url' in source ? null : source
  const trace = currentTrace()
  return {
    id: job.id,
    account_id: job.accountId,
    key_id: job.keyId,
    idempotency_key: job.idempotencyKey,
    fingerprint: job.fingerprint,
    operation: request.operation,
    outputs: request.outputs,
    pages: request.pages,
    include_raw: request.includeRaw,
    // They are stored as text: jsonb would lose the order of the properties, which is that of the values.
    extraction: request.extraction === null ? null : JSON.stringify(request.extraction),
    classification: request.classification === null ? null : JSON.stringify(request.classification),
    images: request.images,
    page_images: request.pageImages,
    provisional_pages: request.provisionalPages,
    deadline_seconds: request.deadlineSeconds,
    provider_options: request.providerOptions,
    fallback: job.fallback,
    metadata: request.metadata,
    source_url: 'url' in source ? source.url : null,
    source_filename: upload?.filename ?? null,
    source_media_type: upload?.mediaType ?? null,
    source_path: upload?.path ?? null,
    source_size: upload?.size ?? null,
    source_sha256: upload?.sha256 ?? null,
    webhook_url: request.webhook?.url ?? null,
    deliver: request.deliver === null ? null : addressesOfDelivery(request.deliver),
    status: 'queued',
    created_at: now,
    batch_id: batch?.id ?? null,
    batch_position: batch?.position ?? null,
    traceparent: trace?.traceparent ?? null,
    tracestate: trace?.tracestate ?? null,
  }
}

/** The job with its runs; null if another job has the idempotency key. */
export const insertJob = async (
  transaction: Transaction,
  job: NewJob,
  runIds: readonly string[],
  { now, batch }: { readonly now: Date; readonly batch: InBatch | null },
): Promise<StoredJobRow | null> => {
  const runs = newRuns({ ids: runIds, providers: job.providers, operation: job.request.operation })
  const [row] = await transaction.query<StoredJobRow>(
    `with job as (
       insert into jobs (${newJobColumnNames}) select ${newJobColumnNames} from jsonb_to_record($1) as job (${definitions})
       on conflict on constraint idempotency_keys_belong_to_one_account do nothing
       returning ${jobColumns('jobs')}
     ), ${insertRuns('$2')}
     select ${jobColumns('job')} from job`,
    [newRow(job, now, batch), runs],
  )
  return row ?? null
}
