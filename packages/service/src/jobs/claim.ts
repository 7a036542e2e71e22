import { unsynced, type Database } from '../db/database.ts'
import type { StoredJob, Run } from './job.ts'
import { fromJson, jobColumns, toJob, toRun, type StoredJobRow, type RunJson } from './rows.ts'

/** A run that a worker has claimed, with its job. */
export type Claimed = {
  readonly job: StoredJob
  readonly run: Run
  /** True if its former worker has died, or was taken for dead, which is counted in `run.deaths`. */
  readonly takenOver: boolean
}

/**
 * The job is found by its key: a join would be planned over all unfinished jobs when there are many. The run is returned
 * as JSON, because its columns have the same names as those of a job.
 */
const claim = `
  with found as (select job_id, status from runs, (${unsynced}) as unsynced where id = $1), job as (
    select ${jobColumns('jobs')} from jobs
    where id = (select job_id from found) and completed_at is null for update
  ), run as (
    update runs set
      status = 'working', attempt = attempt + 1,
      deaths = deaths + case runs.status when 'working' then 1 else 0 end,
      pages_done = case when remote_step is null then 0 else pages_done end,
      pages_total = case when remote_step is null then null else pages_total end,
      place = case when runs.status = 'waiting' and place = 'taken' and remote_step is null then null else place end
    from job
    where runs.id = $1 and (
      runs.status = 'working' or (runs.status = 'waiting' and (remote_due_at is null or remote_due_at <= now()))
    )
    returning to_json(runs) as run
  )
  select ${jobColumns('job')}, run.run, found.status = 'working' as taken_over from job, run, found`

/**
 * waiting | working → working, as a new attempt; null when there is nothing to do for the run, or nothing now. A run
 * that waits for a vendor is not claimed before it is due. A place that was taken for an attempt that has ended is
 * given up.
 *
 * A claim that is lost in a crash of the database is made again, under the same number; what must not happen twice is
 * committed by itself before it is done.
 */
export const claimRun = async (database: Database, runId: string): Promise<Claimed | null> => {
  const [row] = await database.query<StoredJobRow & { run: RunJson; taken_over: boolean }>(claim, [runId])
  if (row === undefined) return null
  return { job: toJob(row), run: toRun(fromJson(row.run)), takenOver: row.taken_over }
}
