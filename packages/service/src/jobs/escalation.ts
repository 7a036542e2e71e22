import { randomUUIDv7 } from 'node:crypto'
import type { FailureCode } from '@polyparse/contract'
import type { Transaction } from '../db/database.ts'
import type { Run } from './job.ts'

/** Pages of which the run of a job is not sure, and the provider that is to read them too. */
export type Escalation = {
  readonly provider: string
  /** Ascending. */
  readonly pages: readonly number[]
  /** The outcome if it cannot be asked; null when it can. */
  readonly refusal: EscalationRefusal | null
}

/** `unsupported`: it does not take these pages of such a document, which is no failure of the provider. */
export type EscalationRefusal =
  | { readonly status: 'unsupported' }
  | { readonly status: 'failed'; readonly code: FailureCode; readonly message: string }

/**
 * Tells whether a run reads the pages of which another run of its job is not sure.
 * @example isEscalation({ pages: [2] }) // true
 */
export const isEscalation = ({ pages }: Pick<Run, 'pages'>): boolean => pages !== null && pages.length > 0

/**
 * Creates the run of the other provider. It comes after all others in the order of the job's runs, because
 * its outcome is not the job's. Resolves to its id, to be enqueued, or to null when it has ended already, because the
 * provider cannot be asked. Call it under the lock of the job.
 */
export const addEscalation = async (
  transaction: Transaction,
  jobId: string,
  { provider, pages, refusal }: Escalation,
  now: Date,
): Promise<string | null> => {
  const id = randomUUIDv7()
  const error = refusal?.status === 'failed' ? refusal : null
  await transaction.query(
    `insert into runs
       (id, job_id, position, provider, pages, status, account_id, lane, ended_at, error_code, error_message)
     select $2, jobs.id, (select max(position) + 1 from runs where job_id = jobs.id), $3, $4, $5, account_id, operation,
       $6, $7, $8
     from jobs where id = $1`,
    [
      jobId,
      id,
      provider,
      pages,
      refusal?.status ?? 'waiting',
      refusal === null ? null : now,
      error?.code ?? null,
      error?.message ?? null,
    ],
  )
  return refusal === null ? id : null
}
