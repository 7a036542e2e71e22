import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Queryable } from '../../src/db/database.ts'

export const addAccount = async (database: Queryable): Promise<string> => {
  const id = randomUUID()
  await database.query('insert into accounts (id, name, created_at) values ($1, $2, now())', [id, id])
  return id
}

/** A waiting run of a new job, which is not due yet. */
export const addRun = async (
  database: Queryable,
  accountId: string,
): Promise<{ readonly runId: string; readonly jobId: string }> => {
  const [jobId, runId] = [randomUUIDv7(), randomUUIDv7()]
  await database.query(
    `insert into jobs (
       id, account_id, idempotency_key, fingerprint, operation, outputs, include_raw, provider_options, source_filename,
       source_media_type, source_path, source_size, source_sha256, status, created_at, prepared_at
     ) values ($1, $2, $3, '', 'parse', '{text}', false, '{}', 'a.txt', 'text/plain', 'sources/a', 6, '', 'queued', now(), now())`,
    [jobId, accountId, jobId],
  )
  await database.query(
    `insert into runs (id, job_id, position, provider, status, account_id, lane)
     values ($1, $2, 0, 'reading', 'waiting', $3, 'parse')`,
    [runId, jobId, accountId],
  )
  return { runId, jobId }
}

/** Ends jobs with their runs, as far as the queue is concerned. */
export const endRuns = async (database: Queryable, runIds: readonly string[]): Promise<void> => {
  await database.query(
    `update runs set status = 'failed', ended_at = now(), error_message = 'It ended.', due_at = null, leased_at = null
     where id = any($1::uuid[])`,
    [runIds],
  )
}
