import type { Database } from '../db/database.ts'

/** Notes that the agreement of a job is about to be made; resolves to the how manieth time that is. */
export const beginAgreement = async (database: Database, jobId: string): Promise<number> => {
  const [row] = await database.query<{ agreement_attempts: number }>(
    `update jobs set agreement_attempts = agreement_attempts + 1 where id = $1 and completed_at is null
     returning agreement_attempts`,
    [jobId],
  )
  return row?.agreement_attempts ?? 0
}
