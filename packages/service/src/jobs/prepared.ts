import type { Transaction } from '../db/database.ts'
import type { StoredJob } from './job.ts'

/** The facts about a source that preparation has found. */
export type PreparedSource = {
  readonly path: string
  /** Null where nothing says it. */
  readonly filename: string | null
  readonly size: number
  readonly sha256: string
  readonly mediaType: string
  readonly detectedMediaType: string
}

/** Records that the source is available, and its properties; true only for the first preparation since the last retry. */
export const jobPrepared = async (
  transaction: Transaction,
  { id, retries }: Pick<StoredJob, 'id' | 'retries'>,
  source: PreparedSource,
  now: Date,
): Promise<boolean> => {
  const rows = await transaction.query(
    `update jobs set
       prepared_at = $2, source_path = $3, source_size = $4, source_sha256 = $5, source_media_type = $6,
       detected_media_type = $7, fetched_filename = case when source_url is not null then $9 end
     where id = $1 and retries = $8 and prepared_at is null and completed_at is null
     returning id`,
    [
      id,
      now,
      source.path,
      source.size,
      source.sha256,
      source.mediaType,
      source.detectedMediaType,
      retries,
      source.filename,
    ],
  )
  return rows.length > 0
}
