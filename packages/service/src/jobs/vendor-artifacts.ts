import { randomUUIDv7 } from 'node:crypto'
import type { Queryable, Transaction } from '../db/database.ts'

/** Something of a run that a vendor stores: an uploaded document, or work done on it. */
export type VendorArtifact = {
  readonly id: string
  readonly runId: string
  readonly provider: string
  /** The adapter that understands the reference; null: its run is gone. */
  readonly adapter: string | null
  /** The account whose own key has asked for it; null: the operator's has. */
  readonly accountId: string | null
  readonly reference: Readonly<Record<string, unknown>>
  /** The number of times that its deletion has been requested. */
  readonly attempts: number
}

/**
 * Records an artifact that the vendor is to delete once the run has ended, however it ends. Call it in the transaction
 * that records the reference, or as soon as a reference turns out to be useless.
 */
export const noteArtifact = async (
  transaction: Transaction,
  { runId, provider, reference }: Pick<VendorArtifact, 'runId' | 'provider' | 'reference'>,
): Promise<void> => {
  await transaction.query(
    `insert into vendor_artifacts (id, run_id, provider, adapter, account_id, reference, next_attempt_at)
     values (
       $1, $2, $3, (select remote_adapter from runs where id = $2),
       (select jobs.account_id from jobs join runs on runs.job_id = jobs.id where runs.id = $2 and runs.account_key), $4, now()
     )`,
    [randomUUIDv7(), runId, provider, reference],
  )
}

/**
 * Claims artifacts of ended or erased runs that are due, of one run or of all. No other process gets them before the
 * next attempt, which is due after one minute, two, four … up to an hour.
 */
export const claimArtifacts = async (
  database: Queryable,
  { runId = null, limit = 100 }: { runId?: string | null; limit?: number } = {},
): Promise<VendorArtifact[]> => {
  const rows = await database.query<ArtifactRow>(
    `update vendor_artifacts set
       attempts = attempts + 1, next_attempt_at = now() + least(interval '1 hour', interval '1 minute' * 2 ^ attempts)
     where id in (
       select id from vendor_artifacts as artifact
       where next_attempt_at <= now() and ($1::uuid is null or run_id = $1)
         and not exists (select 1 from runs where runs.id = artifact.run_id and runs.ended_at is null)
       order by next_attempt_at limit $2 for update skip locked
     )
     returning id, run_id, provider, adapter, account_id, reference, attempts`,
    [runId, limit],
  )
  return rows.map(({ run_id, account_id, ...row }) => ({ ...row, runId: run_id, accountId: account_id }))
}

/** The vendor has deleted it, or never will. */
export const dropArtifact = async (database: Queryable, id: string): Promise<void> => {
  await database.query('delete from vendor_artifacts where id = $1', [id])
}

type ArtifactRow = Omit<VendorArtifact, 'runId' | 'accountId'> & { run_id: string; account_id: string | null }
