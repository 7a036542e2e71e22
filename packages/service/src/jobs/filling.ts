import type { Queryable, Transaction } from '../db/database.ts'
import { addEscalation, type EscalationRefusal } from './escalation.ts'
import type { Run, StoredJob } from './job.ts'

/** The purposes for which a model can be asked about the text of a job. */
export const fillingPurposes = ['extraction', 'classification'] as const
export type FillingPurpose = (typeof fillingPurposes)[number]

type AskingJob = Pick<StoredJob, 'operation' | FillingPurpose>

/**
 * Returns the models that are to fill the schema of a job, in the order of the request: `local` is the service itself;
 * empty without a schema.
 */
export const fillersOf = ({ extraction }: Pick<AskingJob, 'extraction'>): readonly string[] =>
  extraction === null ? [] : (extraction.models ?? [extraction.model ?? 'local'])

/** Returns the models that are to give the labels of a job, likewise. */
const labellersOf = ({ classification }: Pick<AskingJob, 'classification'>): readonly string[] =>
  classification === null ? [] : [classification.model ?? 'local']

/** The providers whose models are to fill the schema of a job, or to give its labels. */
export const modelsOfJob = (job: AskingJob): readonly string[] =>
  job.operation === 'parse'
    ? [...new Set([...fillersOf(job), ...labellersOf(job)])].filter((model) => model !== 'local')
    : []

/** Returns the purposes for which a job asks the model of a provider. */
export const purposesOfModel = (job: AskingJob, provider: string): FillingPurpose[] =>
  fillingPurposes.filter((purpose) => (purpose === 'extraction' ? fillersOf : labellersOf)(job).includes(provider))

/**
 * Tells whether a run reads no pages, but has a model fill the schema of its job from what other runs have read.
 * @example isFilling({ pages: [] }) // true
 */
export const isFilling = ({ pages }: Pick<Run, 'pages'>): boolean => pages?.length === 0

/**
 * Tells whether a run was added to those that the request names: its outcome is not the job's.
 * @example isAdded({ pages: null }) // false
 */
export const isAdded = ({ pages }: Pick<Run, 'pages'>): boolean => pages !== null

/**
 * Creates the run in which the model of a provider fills the schema, unless there is one. Resolves to whether it was created, with
 * its id, to be enqueued; null if it has ended already, because the provider cannot be asked. Call it under the lock of the job.
 */
export const addFilling = async (
  transaction: Transaction,
  jobId: string,
  { provider, refusal }: { readonly provider: string; readonly refusal: EscalationRefusal | null },
  now: Date,
): Promise<{ readonly runId: string | null } | null> => {
  const rows = await transaction.query("select 1 from runs where job_id = $1 and provider = $2 and pages = '{}'", [
    jobId,
    provider,
  ])
  if (rows.length > 0) return null
  return { runId: await addEscalation(transaction, jobId, { provider, pages: [], refusal }, now) }
}

/** Returns what the other runs of a job have cost that have read it or filled its schema, in millionths of a US dollar. */
export const costOfOtherRuns = async (
  database: Queryable,
  { id, jobId }: Pick<Run, 'id' | 'jobId'>,
): Promise<number> => {
  const [row] = await database.query<{ cost: number }>(
    'select coalesce(sum(cost), 0)::float8 as cost from runs where job_id = $1 and id <> $2',
    [jobId, id],
  )
  return row?.cost ?? 0
}
