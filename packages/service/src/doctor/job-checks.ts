import { carryOutDeletions } from '../jobs/deletions.ts'
import { endJob, type JobEnd } from '../jobs/end.ts'
import { findingsOf, idsOf, type Check, type DoctorParts } from './check.ts'

/**
 * Runs that no worker will take, although there is something to do. Of a job that has no source yet only the first is
 * due, because with it the others become due; a blocked one waits for a place; when all have ended, one has to end the
 * job.
 */
const overlooked = `from jobs join runs on runs.job_id = jobs.id
  where jobs.completed_at is null and runs.due_at is null and (
    (jobs.prepared_at is not null and runs.ended_at is null and runs.place is distinct from 'blocked')
    or (
      runs.position = (select min(position) from runs as its where its.job_id = jobs.id)
      and not exists (select 1 from runs as due where due.job_id = jobs.id and due.due_at is not null)
      and (jobs.prepared_at is null
        or not exists (select 1 from runs as open where open.job_id = jobs.id and open.ended_at is null))
    )
  )`

export const jobChecks: readonly Check[] = [
  {
    name: 'due-runs',
    right: 'Every run that can be worked on is due, and so is the last run of a job that has yet to end.',
    find: (parts) => findingsOf(parts, 'run_not_due', `select runs.id ${overlooked}`),
    repair: async ({ database }, found) => {
      await database.query(
        `update runs set due_at = now() where id in (select runs.id ${overlooked} and runs.id = any($1::uuid[]))`,
        [idsOf(found)],
      )
    },
  },
  {
    name: 'jobs-with-runs',
    right: 'Every unfinished job has runs.',
    find: (parts) =>
      findingsOf(
        parts,
        'job_without_runs',
        'select id from jobs where completed_at is null and not exists (select 1 from runs where job_id = jobs.id)',
      ),
    repair: (parts, found) => failJobs(parts, idsOf(found), runsLost),
  },
  {
    name: 'ended-runs',
    right: 'No run of an ended job is open.',
    find: (parts) =>
      findingsOf(
        parts,
        'open_run_of_ended_job',
        `select runs.id from runs join jobs on jobs.id = runs.job_id
         where runs.ended_at is null and jobs.completed_at is not null`,
      ),
    repair: async ({ database, clock }, found) => {
      await database.query(
        `update runs set status = 'failed', ended_at = $2, error_message = 'The job had ended.'
         where id = any($1) and ended_at is null
           and exists (select 1 from jobs where jobs.id = runs.job_id and jobs.completed_at is not null)`,
        [idsOf(found), clock()],
      )
    },
  },
]

const runsLost: JobEnd = {
  status: 'failed',
  error: 'The service has lost the runs of this job.',
  errorCode: 'internal_error',
}

/** Ends these jobs as failed, unless they have ended meanwhile. */
export const failJobs = async (parts: DoctorParts, jobIds: readonly string[], end: JobEnd): Promise<void> => {
  for (const jobId of jobIds) {
    const ended = await endJob(parts.database, jobId, end, parts.clock())
    if (ended !== null) await carryOutDeletions(parts, ended.deletions)
  }
}
