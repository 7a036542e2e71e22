import type { FailureCode, Warning } from '@polyparse/contract'
import type { Queryable, Transaction } from '../db/database.ts'
import { addFallbackRun } from '../jobs/fallback.ts'
import type { Job, Run } from '../jobs/job.ts'
import { readRun, readRuns } from '../jobs/read.ts'
import { readRemoteState } from '../jobs/remote-runs.ts'
import { runFailed, type Claim } from '../jobs/transitions.ts'
import type { Provider } from '../providers/provider.ts'
import type { WorkerParts } from './parts.ts'

/**
 * What a provider fails for by itself, so that another may do better. What is wrong with the document or the request is
 * wrong everywhere, and after a submit without an answer no other vendor is paid for the same.
 */
const ownReasons: ReadonlySet<FailureCode> = new Set([
  'document_too_large',
  'too_many_pages',
  'timeout',
  'out_of_memory',
  'engine_crashed',
  'provider_unauthorized',
  'provider_quota',
  'provider_rate_limited',
  'provider_unavailable',
  'spending_limit',
])

type Failure = {
  readonly code: FailureCode
  readonly message: string
  /** The submit that is under way was certainly not taken. */
  readonly refused?: boolean
}

/** working → failed; where the job says who is asked next, that run is sent off. Under the lock of the job. */
export const failRun = async (
  parts: WorkerParts,
  transaction: Transaction,
  claim: Claim,
  { code, message, refused = false }: Failure,
): Promise<void> => {
  const mayGoOn = ownReasons.has(code) && !(await hasUnknownSubmit(transaction, claim.runId, refused))
  if (!(await runFailed(transaction, claim, { code, message }, parts.clock())) || !mayGoOn) return
  const failed = await readRun(transaction, claim.runId)
  if (failed !== null) await fallBack(parts, transaction, failed.job)
}

/** Enqueues a run of the next fallback provider that can read the document, if there is one. */
export const fallBack = async (
  { queue, providers }: WorkerParts,
  transaction: Transaction,
  job: Job,
): Promise<void> => {
  const { id, fallback } = job
  const mediaType = job.source.detectedMediaType
  if (fallback === null || mediaType === null) return
  const able = fallback.filter((one) => supports(providers.get(one), job, mediaType))
  const runId = await addFallbackRun(transaction, id, able)
  if (runId !== null) await queue.enqueue(transaction, { runId })
}

/** Whether another provider comes after this run, so that a vendor that accepts nothing is not retried for long. */
export const hasFallback = ({ fallback }: Job, { provider }: Run): boolean =>
  fallback !== null && fallback.at(-1) !== provider

/** For the result of a run that others have failed before. */
export const fallbackWarnings = async (database: Queryable, job: Job, run: Run): Promise<Warning[]> => {
  if (job.fallback === null) return []
  const before = (await readRuns(database, job.id)).filter(({ position }) => position > run.position)
  return before.toReversed().map((failed) => ({
    code: 'provider_fallback',
    message: `${run.provider} read the document, because ${failed.provider} did not. ${whyNot(failed)}`,
  }))
}

/** Why a run has no result, in a sentence. */
export const whyNot = ({ provider, error }: Run): string =>
  error?.message ?? `${provider} cannot read this type of document.`

/** Whether the vendor may have taken a submit of the run that nothing is known of. */
const hasUnknownSubmit = async (transaction: Transaction, runId: string, refused: boolean): Promise<boolean> => {
  const { step, submissions } = await readRemoteState(transaction, runId)
  const known = step === 'submitted' || (step === 'submitting' && refused) ? 1 : 0
  return submissions > known
}

/** A provider that is no longer enabled is left to its run, which says so. */
export const supports = (provider: Provider | undefined, job: Job, mediaType: string): boolean =>
  provider === undefined ||
  (provider.mediaTypes.includes(mediaType) &&
    job.outputs.every((output) => provider.capabilities.outputs.includes(output)))
