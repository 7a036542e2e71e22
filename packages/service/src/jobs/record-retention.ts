import type { Queryable } from '../db/database.ts'
import type { StoredJob } from './job.ts'

/**
 * The minimum times for which results and records are kept, in seconds: of a result since its job's end, of a record
 * since its creation.
 */
export type Retention = { readonly resultSeconds: number; readonly jobSeconds: number }

/** Reads the retention as the settings call it. */
export const retentionOf = (settings: {
  readonly resultRetentionSeconds: number
  readonly jobRetentionSeconds: number
}): Retention => ({ resultSeconds: settings.resultRetentionSeconds, jobSeconds: settings.jobRetentionSeconds })

/** The records of jobs that were created then or earlier, and had ended then or earlier, are kept no more. */
export type RecordsBefore = { readonly created: Date; readonly completed: Date }

export const recordsBefore = (now: Date, { resultSeconds, jobSeconds }: Retention): RecordsBefore => ({
  created: new Date(now.getTime() - jobSeconds * 1000),
  completed: new Date(now.getTime() - resultSeconds * 1000),
})

/**
 * A condition over `jobs`, or the alias of it, with the parameters that hold the times of {@link RecordsBefore}: the record is kept
 * no more. A job keeps its record until its result has expired, however old it was when it ended, until its end and that
 * of its batch are announced or given up, and its result is delivered or given up.
 */
export const recordIsOver = (created: string, completed: string, jobs = 'jobs'): string =>
  `(${jobs}.completed_at <= ${completed} and ${jobs}.created_at <= ${created}
    and not exists (
      select 1 from webhook_deliveries where job_id = ${jobs}.id and next_attempt_at is not null
    ) and not exists (
      select 1 from result_deliveries where job_id = ${jobs}.id and next_attempt_at is not null
    ) and not exists (
      select 1 from batches where batches.id = ${jobs}.batch_id and ${batchIsUnannounced}
    ))`

/** The opposite, also for a job that has not ended. */
export const recordIsKept = (created: string, completed: string, jobs = 'jobs'): string =>
  `${recordIsOver(created, completed, jobs)} is not true`

const batchIsUnannounced =
  '(batches.next_attempt_at is not null or (batches.completed_at is null and batches.webhook_url is not null))'

/** The same over `batches`: the batch is complete, that is announced or given up, and the record of none of its jobs is kept. */
export const batchIsOver = (created: string, completed: string): string =>
  `(batches.completed_at is not null and not ${batchIsUnannounced} and not exists (
    select 1 from jobs where jobs.batch_id = batches.id and ${recordIsKept(created, completed)}
  ))`

/** Tells whether the record of a job is kept no more, even if it has not been deleted yet. */
export const recordExpired = async (database: Queryable, job: StoredJob, before: RecordsBefore): Promise<boolean> => {
  const { completedAt, createdAt } = job
  // Most are young, which needs no question.
  if (completedAt === null || createdAt > before.created || completedAt > before.completed) return false
  const [row] = await database.query<{ over: boolean }>(
    `select ${recordIsOver('$2', '$3')} as over from jobs where id = $1`,
    [job.id, before.created, before.completed],
  )
  return row?.over ?? true
}
