import { carryOutDeletions } from '../jobs/deletions.ts'
import { endJob } from '../jobs/end.ts'
import { findStalled, sendStalled, type StalledPosition } from '../jobs/stalled.ts'
import { takeOver, silentRuns } from '../queue/messages.ts'
import { idsOf, maxFound, type Check, type DoctorParts } from './check.ts'

/** The queue takes the messages of a silent worker back much earlier. */
const silentSeconds = 60

export const jobChecks: readonly Check[] = [
  {
    name: 'runs-on-their-way',
    right: 'Every unfinished run has a message in the queue.',
    find: async ({ database, queue }) => {
      const found: string[] = []
      let from: StalledPosition | null = null
      do {
        const { stalled, next }: Awaited<ReturnType<typeof findStalled>> = await findStalled(database, queue, from)
        found.push(...stalled.map(({ runId }) => runId))
        from = next
      } while (from !== null && found.length < maxFound)
      return found
    },
    repair: async (parts) => {
      await sendStalled(parts)
    },
  },
  {
    name: 'live-workers',
    right: `No run is held by a worker that has been silent for ${silentSeconds} s.`,
    find: ({ database }) => silentRuns(database, { silentSeconds, limit: maxFound }),
    repair: async ({ database }) => {
      await takeOver(database, silentSeconds)
    },
  },
  {
    name: 'jobs-with-runs',
    right: 'Every unfinished job has runs.',
    find: ({ database }) =>
      idsOf(
        database,
        'select id from jobs where completed_at is null and not exists (select 1 from runs where job_id = jobs.id)',
      ),
    repair: (parts, found) => failJobs(parts, found, 'The service has lost the runs of this job.'),
  },
  {
    name: 'ended-runs',
    right: 'No run of an ended job is open.',
    find: ({ database }) =>
      idsOf(
        database,
        `select runs.id from runs join jobs on jobs.id = runs.job_id
         where runs.ended_at is null and jobs.completed_at is not null`,
      ),
    repair: async ({ database, clock }, found) => {
      await database.query(
        `update runs set status = 'failed', ended_at = $2, error_message = 'The job had ended.'
         where id = any($1) and ended_at is null
           and exists (select 1 from jobs where jobs.id = runs.job_id and jobs.completed_at is not null)`,
        [found, clock()],
      )
    },
  },
]

/** Ends these jobs as failed, unless they have ended meanwhile. */
export const failJobs = async (parts: DoctorParts, jobIds: readonly string[], error: string): Promise<void> => {
  for (const jobId of jobIds) {
    const ended = await endJob(parts.database, jobId, { status: 'failed', error }, parts.clock())
    if (ended !== null) await carryOutDeletions(parts, ended.deletions)
  }
}
