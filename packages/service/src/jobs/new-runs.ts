import type { Operation } from '@polyparse/contract'

/** The runs of a job that is created or retried, in the order of the result. */
type NewRuns = { readonly ids: readonly string[]; readonly providers: readonly string[]; readonly operation: Operation }

/** The parameter of {@link insertRuns}. */
export const newRuns = ({ ids, providers, operation }: NewRuns): object => ({ ids, providers, lane: operation })

/**
 * The part of a statement that inserts the runs of a job. It follows a part `job` with the columns `id` and
 * `account_id`.
 */
export const insertRuns = (parameter: string): string => `its_runs as (
       insert into runs (id, job_id, position, provider, status, account_id, lane)
       select run.id, job.id, run.position - 1, run.provider, 'waiting', job.account_id, new.lane
       from job, jsonb_to_record(${parameter}) as new (ids uuid[], providers text[], lane text),
         unnest(new.ids, new.providers) with ordinality as run (id, provider, position)
     )`
