import type { Queryable } from '../db/database.ts'

/** Runs whose messages are in delivery to workers that have been silent for so long. */
export const silentRuns = async (
  database: Queryable,
  { silentSeconds, limit }: { silentSeconds: number; limit: number },
): Promise<string[]> => {
  const rows = await database.query<{ run_id: string }>(
    `select group_id as run_id from pgboss.job_common
     where name = 'runs' and state = 'active' and group_id is not null
       and heartbeat_on < now() - $1 * interval '1 second'
     order by heartbeat_on limit $2`,
    [silentSeconds, limit],
  )
  return rows.map((row) => row.run_id)
}
