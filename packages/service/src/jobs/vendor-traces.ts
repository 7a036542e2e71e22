import { randomUUIDv7 } from 'node:crypto'
import type { Queryable, Transaction } from '../db/database.ts'

/** Something that a vendor keeps of a run: a document uploaded, work done. */
export type VendorTrace = {
  readonly id: string
  readonly runId: string
  readonly provider: string
  readonly reference: Readonly<Record<string, unknown>>
  /** How often its deletion has been asked for. */
  readonly attempts: number
}

/**
 * Notes what the vendor is to forget once the run has ended, however it ends: nobody else has to remember it. In the
 * transaction that records the reference, or as soon as a reference is known that nobody has a use for.
 */
export const noteTrace = async (
  transaction: Transaction,
  { runId, provider, reference }: Pick<VendorTrace, 'runId' | 'provider' | 'reference'>,
): Promise<void> => {
  await transaction.query(
    `insert into vendor_traces (id, run_id, provider, reference, next_attempt_at) values ($1, $2, $3, $4, now())`,
    [randomUUIDv7(), runId, provider, reference],
  )
}

/**
 * Takes traces of ended or erased runs whose time has come, so that no other process takes them before the next try:
 * after a minute, two, four … an hour. Of one run, or of all.
 */
export const takeTraces = async (
  database: Queryable,
  { runId = null, limit = 100 }: { runId?: string | null; limit?: number } = {},
): Promise<VendorTrace[]> => {
  const rows = await database.query<TraceRow>(
    `update vendor_traces set
       attempts = attempts + 1, next_attempt_at = now() + least(interval '1 hour', interval '1 minute' * 2 ^ attempts)
     where id in (
       select id from vendor_traces as trace
       where next_attempt_at <= now() and ($1::uuid is null or run_id = $1)
         and not exists (select 1 from runs where runs.id = trace.run_id and runs.ended_at is null)
       order by next_attempt_at limit $2 for update skip locked
     )
     returning id, run_id, provider, reference, attempts`,
    [runId, limit],
  )
  return rows.map(({ run_id, ...row }) => ({ ...row, runId: run_id }))
}

/** The vendor has forgotten it, or never will. */
export const dropTrace = async (database: Queryable, id: string): Promise<void> => {
  await database.query('delete from vendor_traces where id = $1', [id])
}

type TraceRow = Omit<VendorTrace, 'runId'> & { run_id: string }
