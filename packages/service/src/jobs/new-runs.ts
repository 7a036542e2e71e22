import type { Operation } from '@polyparse/contract'
import { costOfRun, lastTurn } from './turns.ts'

/** The runs of a job that is created or retried, in the order of the result. */
type NewRuns = {
  readonly ids: readonly string[]
  readonly providers: readonly string[]
  readonly operation: Operation
  /** Null while it is not known. */
  readonly sourceBytes: number | null
  /** The highest turn that others in the same lane have got and not committed yet. */
  readonly after: number
}

/** The parameter of {@link insertRuns}. */
export const newRuns = ({ ids, providers, operation, sourceBytes, after }: NewRuns): object => ({
  ids,
  providers,
  lane: operation,
  cost: ids.length * costOfRun(operation, sourceBytes),
  after,
})

/**
 * The part of a statement that inserts the runs of a job. It follows a part `job` with the columns `id` and
 * `account_id`, and ends with a part `turn`, whose column `first` is the turn of the first run: `cost` after the last
 * one of the same account and lane.
 */
export const insertRuns = (parameter: string): string => `new as (
       select ids, providers, lane, cost, after
       from jsonb_to_record(${parameter}) as new (ids uuid[], providers text[], lane text, cost integer, after integer)
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
     )`
