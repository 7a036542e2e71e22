import { randomUUID } from 'node:crypto'
import { MadeCorrection } from '@polyparse/contract'
import { type Correction, placeOfCorrection } from '@polyparse/document/schema'
import { Type } from '@polyparse/document/typebox'
import { Compile } from '@polyparse/document/typebox/compile'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import { type KnownRevision, knowsRevision } from './known-revision.ts'

/** The corrections that people have made to the result of a job. `revision` is another with every change. */
export type CorrectionLayer = { readonly revision: string; readonly entries: readonly MadeCorrection[] }

const entriesValidator = Compile(Type.Array(MadeCorrection))

/** Null where nothing is corrected. */
export const readCorrections = async (queryable: Queryable, jobId: string): Promise<CorrectionLayer | null> => {
  const [row] = await queryable.query<{ revision: string; entries: unknown }>(
    'select revision, entries from corrections where job_id = $1',
    [jobId],
  )
  return row === undefined ? null : { revision: row.revision, entries: entriesValidator.Parse(row.entries) }
}

type Change = {
  readonly jobId: string
  /** The result that was corrected. */
  readonly resultPath: string
  readonly known: KnownRevision
}

type NewCorrections = Change & {
  readonly corrections: readonly Correction[]
  readonly by: MadeCorrection['by']
}

/**
 * Replaces the corrections of a job; without any, they are removed. Who has made one that stays, and when, stays. `changed`: they
 * are others than the caller knows; null: the result that was corrected is gone.
 */
export const replaceCorrections = (
  database: Database,
  { corrections, by, ...change }: NewCorrections,
  now: Date,
): Promise<CorrectionLayer | 'changed' | null> =>
  database.transaction(async (transaction) => {
    if (!(await lockResult(transaction, change))) return null
    const before = await readCorrections(transaction, change.jobId)
    // A request that is sent again because its answer was lost finds this, too.
    if (before !== null && saysSame(before.entries, corrections)) return before
    if (!knowsRevision(change.known, before?.revision ?? null)) return 'changed'
    const earlier = new Map(before?.entries.map((entry) => [placeOfCorrection(entry), entry]))
    const entries = corrections.map((correction): MadeCorrection => {
      const made = earlier.get(placeOfCorrection(correction))
      const isSame = made?.read === correction.read && made.text === correction.text
      return isSame ? made : { ...correction, by, at: now.toISOString() }
    })
    const revision = randomUUID()
    if (entries.length === 0) await transaction.query('delete from corrections where job_id = $1', [change.jobId])
    else
      await transaction.query(
        `insert into corrections (job_id, revision, entries) values ($1, $2, $3)
         on conflict (job_id) do update set revision = excluded.revision, entries = excluded.entries`,
        [change.jobId, revision, JSON.stringify(entries)],
      )
    return { revision, entries }
  })

/** Removes them, likewise. */
export const removeCorrections = (
  database: Database,
  change: Omit<Change, 'resultPath'>,
): Promise<'changed' | 'removed'> =>
  database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ revision: string }>(
      'select revision from corrections where job_id = $1 for update',
      [change.jobId],
    )
    if (row !== undefined && !knowsRevision(change.known, row.revision)) return 'changed'
    await transaction.query('delete from corrections where job_id = $1', [change.jobId])
    return 'removed'
  })

/** Those of one job are changed one after the other, and none while it is erased or its result expires. */
const lockResult = async (
  transaction: Transaction,
  { jobId, resultPath }: Pick<Change, 'jobId' | 'resultPath'>,
): Promise<boolean> => {
  const jobs = await transaction.query('select 1 from jobs where id = $1 and result_path = $2 for update', [
    jobId,
    resultPath,
  ])
  return jobs.length > 0
}

const saysSame = (entries: readonly Correction[], corrections: readonly Correction[]): boolean =>
  entries.length === corrections.length &&
  entries.every((entry, index) => {
    const other = corrections[index]
    return (
      other !== undefined &&
      placeOfCorrection(other) === placeOfCorrection(entry) &&
      other.read === entry.read &&
      other.text === entry.text
    )
  })
