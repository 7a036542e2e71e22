import { randomUUIDv7 } from 'node:crypto'
import type { JobCounts, JobStatus } from '@polyparse/contract'
import type { Queryable, Transaction } from '../db/database.ts'
import { isUuid } from '../db/values.ts'
import { type CreateParts, enqueueFirst, insertJob, type NewJob } from './create.ts'
import { batchIsOver, recordIsKept, type RecordsBefore } from './record-retention.ts'

/** Jobs that were created together. */
export type StoredBatch = {
  readonly id: string
  readonly fingerprint: string
  readonly total: number
  readonly createdAt: Date
  /** The time at which all of its jobs had ended. */
  readonly completedAt: Date | null
  readonly counts: JobCounts
}

export type NewBatch = {
  readonly id: string
  readonly accountId: string
  readonly idempotencyKey: string
  readonly fingerprint: string
  readonly webhookUrl: string | null
  /** The jobs in the order of the request. */
  readonly jobs: readonly NewJob[]
}

/** The idempotency key of one of the jobs belongs to another job. */
export class JobKeyTakenError extends Error {
  override readonly name = 'JobKeyTakenError'
  readonly key: string

  constructor(key: string) {
    super('the idempotency key of a job of a batch is taken')
    this.key = key
  }
}

/**
 * Writes the batch and all of its jobs in one transaction. With `created: false` it returns the batch that already has
 * the key, as `createJob` does, unless that is kept no more.
 *
 * @throws {JobKeyTakenError} and writes nothing.
 */
export const createBatch = async (
  parts: CreateParts,
  batch: NewBatch,
  keptSince: RecordsBefore,
): Promise<{ readonly created: boolean; readonly batch: StoredBatch }> => {
  const { database, clock } = parts
  const { accountId } = batch
  const now = clock()
  const created = await database.transaction(async (transaction) => {
    await deleteOver(transaction, batch, keptSince)
    if (!(await insertBatch(transaction, batch, now))) return false
    for (const [position, job] of batch.jobs.entries()) {
      const runIds = job.providers.map(() => randomUUIDv7())
      if ((await insertJob(transaction, job, runIds, { now, batch: { id: batch.id, position } })) === null)
        throw new JobKeyTakenError(job.idempotencyKey)
      await enqueueFirst(parts, transaction, job, runIds)
    }
    return true
  })
  const known = await findBatchByKey(database, accountId, batch.idempotencyKey, keptSince)
  return known === null ? createBatch(parts, batch, keptSince) : { created, batch: known }
}

/** The key of a batch is free again when its record is only waiting to be deleted. */
const deleteOver = async (
  transaction: Transaction,
  { accountId, idempotencyKey }: NewBatch,
  { created, completed }: RecordsBefore,
): Promise<void> => {
  await transaction.query(
    `delete from batches where account_id = $1 and idempotency_key = $2 and ${batchIsOver('$3', '$4')}`,
    [accountId, idempotencyKey, created, completed],
  )
}

const insertBatch = async (
  transaction: Transaction,
  { id, accountId, idempotencyKey, fingerprint, webhookUrl, jobs }: NewBatch,
  now: Date,
): Promise<boolean> => {
  const rows = await transaction.query(
    `insert into batches (id, account_id, idempotency_key, fingerprint, total, webhook_url, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict on constraint batch_keys_belong_to_one_account do nothing returning id`,
    [id, accountId, idempotencyKey, fingerprint, jobs.length, webhookUrl, now],
  )
  return rows.length > 0
}

/** The batch, if it belongs to the account and is still kept; an id that is not a UUID is simply not found. */
export const readBatch = async (
  database: Queryable,
  accountId: string,
  id: string,
  keptSince: RecordsBefore,
): Promise<StoredBatch | null> =>
  isUuid(id) ? findBatch(database, accountId, { column: 'id', value: id }, keptSince) : null

export const findBatchByKey = (
  database: Queryable,
  accountId: string,
  key: string,
  keptSince: RecordsBefore,
): Promise<StoredBatch | null> => findBatch(database, accountId, { column: 'idempotency_key', value: key }, keptSince)

const findBatch = async (
  database: Queryable,
  accountId: string,
  { column, value }: { readonly column: 'id' | 'idempotency_key'; readonly value: string },
  { created, completed }: RecordsBefore,
): Promise<StoredBatch | null> => {
  const [row] = await database.query<BatchRow>(
    `select id, fingerprint, total, created_at, completed_at, ${jobCounts(recordIsKept('$3', '$4'))} as counts
     from batches where account_id = $1 and ${column} = $2 and not ${batchIsOver('$3', '$4')}`,
    [accountId, value, created, completed],
  )
  return row === undefined
    ? null
    : {
        id: row.id,
        fingerprint: row.fingerprint,
        total: row.total,
        createdAt: row.created_at,
        completedAt: row.completed_at,
        counts: row.counts,
      }
}

/** An expression of a statement over `batches`: of those of its jobs for which the condition is true. */
export const jobCounts = (condition: string): string => `(
  select json_build_object(
    'queued', count(*) filter (where status = 'queued'), 'running', count(*) filter (where status = 'running'),
    'complete', count(*) filter (where status = 'complete'), 'failed', count(*) filter (where status = 'failed')
  ) from jobs where batch_id = batches.id and ${condition}
)`

type BatchRow = {
  id: string
  fingerprint: string
  total: number
  created_at: Date
  completed_at: Date | null
  counts: JobCounts
}

/** Those that have not been erased and are still kept, in the order of the request. */
export const jobsOfBatch = (
  database: Queryable,
  batchId: string,
  { created, completed }: RecordsBefore,
): Promise<{ index: number; id: string; status: JobStatus }[]> =>
  database.query(
    `select batch_position as index, id, status from jobs
     where batch_id = $1 and ${recordIsKept('$2', '$3')} order by batch_position`,
    [batchId, created, completed],
  )

/**
 * Notices the batches whose jobs have all ended: each is complete once, also if a job of it is retried later, and its
 * announcement is due. Resolves to how many. It looks at the jobs alone, so it does not matter who has ended them.
 */
export const completeBatches = async (database: Queryable, now: Date): Promise<number> => {
  const rows = await database.query(
    `update batches set completed_at = $1, next_attempt_at = case when webhook_url is not null then now() end
     where completed_at is null
       and not exists (select 1 from jobs where batch_id = batches.id and completed_at is null)
     returning id`,
    [now],
  )
  return rows.length
}

/** Removes the batches that are kept no more. */
export const purgeBatches = async (database: Queryable, { created, completed }: RecordsBefore): Promise<number> => {
  const rows = await database.query(`delete from batches where ${batchIsOver('$1', '$2')} returning id`, [
    created,
    completed,
  ])
  return rows.length
}
