import type { Queryable } from '../db/database.ts'

/** Runs that have not ended, of one provider id and the adapter that has asked for them; null: none has, yet. */
export type OpenRuns = { readonly provider: string; readonly adapter: string | null; readonly count: number }

export const countOpenRuns = (database: Queryable): Promise<readonly OpenRuns[]> =>
  database.query<OpenRuns>(
    `select provider, case when remote_step is null and remote_upload is null then null else remote_adapter end as adapter,
       count(*)::int as count
     from runs where ended_at is null group by 1, 2 order by 1, 2`,
  )
