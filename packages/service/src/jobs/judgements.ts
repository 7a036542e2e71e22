import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { JudgedDocument } from '@polyparse/contract/judgements'
import type { JudgementKeeping } from '@polyparse/contract'
import { Compile } from '@polyparse/document/typebox/compile'
import type { Database, Queryable, Transaction } from '../db/database.ts'
import { type KnownRevision, knowsRevision } from './known-revision.ts'

/** The judgements of people on the disputes of a comparison. `revision` is another with every change. */
export type StoredJudgements = { readonly revision: string; readonly document: JudgedDocument }

/** The judgements on one job that its account keeps. */
export type KeptJudgements = { readonly keeping: JudgementKeeping; readonly stored: StoredJudgements | null }

const judgedDocumentValidator = Compile(JudgedDocument)

/** True for rows of `judgements` joined with their `accounts` that are kept no longer than the result. */
export const keptNoLonger = `accounts.id = judgements.account_id and accounts.judgements <> 'kept'`

export const readJudgementsOfJob = async (
  queryable: Queryable,
  accountId: string,
  jobId: string,
): Promise<KeptJudgements> => {
  const [row] = await queryable.query<{ keeping: JudgementKeeping; revision: string | null; document: unknown }>(
    `select accounts.judgements as keeping, revision, document
     from accounts left join judgements on account_id = accounts.id and job_id = $2
     where accounts.id = $1`,
    [accountId, jobId],
  )
  if (row === undefined) throw new Error('the account of a caller is gone')
  const { keeping, revision, document } = row
  return { keeping, stored: revision === null ? null : { revision, document: judgedDocumentValidator.Parse(document) } }
}

type JudgementsChange = {
  readonly accountId: string
  readonly jobId: string
  readonly known: KnownRevision
}

/**
 * Replaces the judgements on the result of a job. `off`: the account keeps none; `changed`: they are others than the caller
 * knows; `gone`: the result is.
 */
export const replaceJudgements = (
  database: Database,
  {
    resultPath,
    document,
    ...change
  }: JudgementsChange & { readonly resultPath: string; readonly document: JudgedDocument },
): Promise<StoredJudgements | 'off' | 'changed' | 'gone'> =>
  database.transaction(async (transaction) => {
    const { accountId, jobId, known } = change
    const jobs = await transaction.query('select 1 from jobs where id = $1 and result_path = $2 for update', [
      jobId,
      resultPath,
    ])
    if (jobs.length === 0) return 'gone'
    // Not while the account stops keeping them: it would not find these.
    await transaction.query('select 1 from accounts where id = $1 for share', [accountId])
    const { keeping, stored } = await readJudgementsOfJob(transaction, accountId, jobId)
    if (keeping === 'off') return 'off'
    // A request that is sent again because its answer was lost finds this, too.
    if (stored !== null && isDeepStrictEqual(stored.document, document)) return stored
    if (!knowsRevision(known, stored?.revision ?? null)) return 'changed'
    const revision = randomUUID()
    await transaction.query(
      `insert into judgements (job_id, account_id, revision, document) values ($1, $2, $3, $4)
       on conflict (job_id) do update set revision = excluded.revision, document = excluded.document`,
      [jobId, accountId, revision, JSON.stringify(document)],
    )
    return { revision, document }
  })

/** Removes them, likewise, also those on a job that is gone. `none`: there are none. */
export const removeJudgements = (
  database: Database,
  { accountId, jobId, known }: JudgementsChange,
): Promise<'changed' | 'removed' | 'none'> =>
  database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ revision: string }>(
      'select revision from judgements where job_id = $1 and account_id = $2 for update',
      [jobId, accountId],
    )
    if (row === undefined) return 'none'
    if (!knowsRevision(known, row.revision)) return 'changed'
    await transaction.query('delete from judgements where job_id = $1 and account_id = $2', [jobId, accountId])
    return 'removed'
  })

/** Forgets those on a job that goes, in any case or as its account wants it. */
export const forgetJudgementsOfJob = async (
  transaction: Transaction,
  jobId: string,
  which: 'erased' | 'as_account_keeps',
): Promise<void> => {
  await transaction.query(
    which === 'erased'
      ? 'delete from judgements where job_id = $1'
      : `delete from judgements using accounts where job_id = $1 and ${keptNoLonger}`,
    [jobId],
  )
}

type JudgementsPage = { readonly limit: number; readonly cursor: string | null; readonly completedAfter: Date }

/** The judged documents of an account, the newest job first. `completedAfter`: those whose result is not older are there. */
export const listJudgements = async (
  queryable: Queryable,
  accountId: string,
  { limit, cursor, completedAfter }: JudgementsPage,
): Promise<{ readonly documents: readonly JudgedDocument[]; readonly nextCursor: string | null }> => {
  const rows = await queryable.query<{ job_id: string; document: unknown }>(
    `select job_id, document from judgements join accounts on accounts.id = account_id
     where account_id = $1 and ($2::uuid is null or job_id < $2)
       and (accounts.judgements = 'kept'
         or exists (select 1 from jobs where jobs.id = job_id and result_path is not null and completed_at > $3))
     order by job_id desc limit $4`,
    [accountId, cursor, completedAfter, limit + 1],
  )
  const page = rows.slice(0, limit)
  return {
    documents: page.map(({ document }) => judgedDocumentValidator.Parse(document)),
    nextCursor: rows.length > limit ? (page.at(-1)?.job_id ?? null) : null,
  }
}
