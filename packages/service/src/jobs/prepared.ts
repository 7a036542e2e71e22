import type { Transaction } from '../db/database.ts'

/** What preparation found out about a source. */
export type PreparedSource = {
  readonly path: string
  readonly size: number
  readonly sha256: string
  readonly mediaType: string
  readonly detectedMediaType: string
}

/** Notes that the source is at hand and what it is; true for the one preparation that was first. */
export const jobPrepared = async (
  transaction: Transaction,
  jobId: string,
  source: PreparedSource,
  now: Date,
): Promise<boolean> => {
  const rows = await transaction.query(
    `update jobs set
       prepared_at = $2, source_path = $3, source_size = $4, source_sha256 = $5, source_media_type = $6,
       detected_media_type = $7
     where id = $1 and prepared_at is null and completed_at is null
     returning id`,
    [jobId, now, source.path, source.size, source.sha256, source.mediaType, source.detectedMediaType],
  )
  return rows.length > 0
}
