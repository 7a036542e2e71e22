import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '../db/database.ts'

/**
 * Creates a run of the first of these providers that has no run in the job yet. The run comes first in the order of the
 * job's runs, because its outcome is now the job's. Resolves to its id, to be enqueued, or to null when all of them
 * have been tried. Call it under the lock of the job.
 */
export const addFallbackRun = async (
  transaction: Transaction,
  jobId: string,
  providers: readonly string[],
): Promise<string | null> => {
  const [row] = await transaction.query<{ id: string }>(
    `insert into runs (id, job_id, position, provider, status, account_id, lane)
     select $2, jobs.id, (select min(position) - 1 from runs where job_id = jobs.id), next.provider, 'waiting',
       jobs.account_id, jobs.operation
     from jobs, lateral (
       select provider from unnest($3::text[]) with ordinality as asked (provider, place)
       where not exists (select 1 from runs where job_id = jobs.id and runs.provider = asked.provider)
       order by place limit 1
     ) as next
     where jobs.id = $1 and completed_at is null
     returning id`,
    [jobId, randomUUIDv7(), providers],
  )
  return row?.id ?? null
}
