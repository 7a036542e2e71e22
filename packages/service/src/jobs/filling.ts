import type { Transaction } from '../db/database.ts'
import { addEscalation, type EscalationRefusal } from './escalation.ts'
import type { Run, StoredJob } from './job.ts'

/** The provider whose model is to fill the schema of a job; null where the service does that itself, or nothing is to be filled. */
export const modelOfJob = ({ operation, extraction }: Pick<StoredJob, 'operation' | 'extraction'>): string | null => {
  const model = extraction?.model ?? 'local'
  return operation === 'parse' && model !== 'local' ? model : null
}

/** Whether a run reads no pages, but has a model fill the schema of its job from what other runs have read. */
export const isFilling = ({ pages }: Pick<Run, 'pages'>): boolean => pages?.length === 0

/** Whether a run was added to those that the request names: its outcome is not the job's. */
export const isAdded = ({ pages }: Pick<Run, 'pages'>): boolean => pages !== null

/**
 * Creates the run that fills the schema, unless there is one. Resolves to whether it was created, with its id, to be enqueued;
 * null if it has ended already, because the provider cannot be asked. Call it under the lock of the job.
 */
export const addFilling = async (
  transaction: Transaction,
  jobId: string,
  { provider, refusal }: { readonly provider: string; readonly refusal: EscalationRefusal | null },
  now: Date,
): Promise<{ readonly runId: string | null } | null> => {
  const rows = await transaction.query("select 1 from runs where job_id = $1 and pages = '{}'", [jobId])
  if (rows.length > 0) return null
  return { runId: await addEscalation(transaction, jobId, { provider, pages: [], refusal }, now) }
}
