import { carryOutDeletions } from '../jobs/deletions.ts'
import { recordIsOver, recordsBefore } from '../jobs/record-retention.ts'
import { batch, expireResults, purgeJobs } from '../jobs/retention.ts'
import { findingsOf, idsOf, secondsAgo, type Check } from './check.ts'

const quarterOfAnHour = 900
const hour = 3600

/** The checks of events that must happen within a certain time. */
export const timeChecks: readonly Check[] = [
  {
    name: 'deletions',
    right: 'Every requested deletion is carried out within 15 minutes.',
    find: (parts) =>
      findingsOf(
        parts,
        'deletion_overdue',
        'select path as id from deletions where requested_at < $1 order by requested_at',
        [secondsAgo(parts, quarterOfAnHour)],
      ),
    repair: async (parts, found) => {
      await carryOutDeletions(parts, idsOf(found))
    },
  },
  {
    name: 'expiry',
    right: 'Results are removed within an hour after their retention time.',
    find: (parts) =>
      findingsOf(
        parts,
        'result_not_expired',
        'select id from jobs where result_path is not null and completed_at < $1 order by completed_at',
        [secondsAgo(parts, parts.retention.resultSeconds + hour)],
      ),
    repair: async (parts) => {
      const { database, clock, retention } = parts
      let paths: string[]
      do {
        paths = await expireResults(database, secondsAgo(parts, retention.resultSeconds), clock())
        await carryOutDeletions(parts, paths)
      } while (paths.length === batch)
    },
  },
  {
    name: 'records',
    right: 'The records of ended jobs are removed within an hour after their retention time.',
    find: (parts) =>
      findingsOf(
        parts,
        'record_not_removed',
        `select id from jobs where ${recordIsOver('$1', '$2')} order by created_at`,
        [secondsAgo(parts, parts.retention.jobSeconds + hour), secondsAgo(parts, parts.retention.resultSeconds + hour)],
      ),
    repair: async (parts) => {
      const { database, clock, retention } = parts
      for (;;) {
        const { purged, paths } = await purgeJobs(database, recordsBefore(clock(), retention), clock())
        await carryOutDeletions(parts, paths)
        if (purged < batch) return
      }
    },
  },
  {
    name: 'webhooks-noted',
    right: 'The end of every job with a webhook is scheduled for delivery.',
    find: (parts) =>
      findingsOf(
        parts,
        'webhook_not_recorded',
        `select id from jobs where webhook_url is not null and completed_at is not null
         and not exists (select 1 from webhook_deliveries where job_id = jobs.id)`,
      ),
    repair: async ({ database }, found) => {
      await database.query(
        `insert into webhook_deliveries (job_id, account_id, next_attempt_at)
         select id, account_id, now() from jobs where id = any($1) on conflict do nothing`,
        [idsOf(found)],
      )
    },
  },
  {
    name: 'webhooks',
    right: 'No webhook and no delivery of a result has been due for 15 minutes. A running worker sends them.',
    find: (parts) =>
      findingsOf(
        parts,
        'webhook_overdue',
        `select id from (
           select job_id as id, next_attempt_at from webhook_deliveries
           union all select job_id, next_attempt_at from result_deliveries
           union all select id, next_attempt_at from batches
         ) as due
         where next_attempt_at < now() - make_interval(secs => $1) order by next_attempt_at`,
        [quarterOfAnHour],
      ),
    repair: null,
  },
  {
    name: 'answers',
    right:
      'No answer of a vendor has been waiting for an hour to be recorded. The worker that has it needs the storage.',
    find: (parts) =>
      findingsOf(
        parts,
        'answer_not_recorded',
        `select id from runs
         where remote_step = 'submitting' and ended_at is null and answer_expected_until is not null
           and submitting_at < now() - interval '1 hour'`,
      ),
    repair: null,
  },
  {
    name: 'vendors',
    right: 'No vendor keeps a document for more than an hour after its deletion is due.',
    find: (parts) =>
      findingsOf(
        parts,
        'vendor_artifact_overdue',
        `select id from vendor_artifacts as artifact where next_attempt_at < now() - interval '1 hour'
         and not exists (select 1 from runs where runs.id = artifact.run_id and runs.ended_at is null)`,
      ),
    repair: null,
  },
]
