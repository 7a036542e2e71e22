import type { FailureCode, Warning } from '@polyparse/contract'
import type { Queryable, Transaction } from '../db/database.ts'
import { addFallbackRun } from '../jobs/fallback.ts'
import { isAdded } from '../jobs/filling.ts'
import type { StoredJob, Run } from '../jobs/job.ts'
import { readRun, readRuns } from '../jobs/read.ts'
import { readRemoteState } from '../jobs/remote-runs.ts'
import { runFailed, type Claim } from '../jobs/transitions.ts'
import type { WorkerParts } from './parts.ts'
import { supports, whyRunUnsupported } from './supports.ts'

/**
 * Failures of a provider that another one may not have. A fault of the document or the request would be the same
 * everywhere, and after a submit with an unknown outcome no other vendor is paid for the same work.
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

type FallbackFailure = {
  readonly code: FailureCode
  readonly message: string
  /** True if the current submit was certainly not accepted. */
  readonly refused?: boolean
}

/** working → failed; if the job names a next provider, its run is enqueued. Under the lock of the job. */
export const failRun = async (
  parts: WorkerParts,
  transaction: Transaction,
  claim: Claim,
  { code, message, refused = false }: FallbackFailure,
): Promise<void> => {
  const mayGoOn = ownReasons.has(code) && !(await hasUnknownSubmit(transaction, claim.runId, refused))
  if (!(await runFailed(transaction, claim, { code, message }, parts.clock())) || !mayGoOn) return
  const failed = await readRun(transaction, claim.runId)
  if (failed !== null && !isAdded(failed.run)) await fallBack(parts, transaction, failed.job)
}

/** Enqueues a run of the next fallback provider that can read the document, if there is one. */
export const fallBack = async (
  { queue, providers }: WorkerParts,
  transaction: Transaction,
  job: StoredJob,
): Promise<void> => {
  const { id, fallback } = job
  const mediaType = job.source.detectedMediaType
  if (fallback === null || mediaType === null) return
  const able = fallback.filter((one) => supports(providers.get(one), job, mediaType))
  const runId = await addFallbackRun(transaction, id, able)
  if (runId !== null) await queue.enqueue(transaction, { runId })
}

/**
 * Tells whether another provider comes after this run, or its job has a result without it, so that a vendor that accepts
 * nothing is not retried for long.
 */
export const hasFallback = ({ fallback }: StoredJob, run: Run): boolean =>
  isAdded(run) || (fallback !== null && fallback.at(-1) !== run.provider)

/** A warning for the result of a run after other runs have failed. */
export const fallbackWarnings = async (
  { database, providers }: Pick<WorkerParts, 'providers'> & { readonly database: Queryable },
  job: StoredJob,
  run: Run,
): Promise<Warning[]> => {
  if (job.fallback === null) return []
  const before = (await readRuns(database, job.id)).filter((one) => !isAdded(one) && one.position > run.position)
  return before.toReversed().map((failed) => ({
    code: 'provider_fallback',
    message: `${run.provider} read the document, because ${failed.provider} did not. ${whyNot(failed, job, providers)}`,
  }))
}

/** Returns why a run has no result, in a sentence. */
export const whyNot = ({ provider, error }: Run, job: StoredJob, providers: WorkerParts['providers']): string =>
  error?.message ?? whyRunUnsupported(provider, job, providers)

/** Tells whether the vendor may have accepted a submit of the run whose outcome is unknown. */
const hasUnknownSubmit = async (transaction: Transaction, runId: string, refused: boolean): Promise<boolean> => {
  const { step, submissions } = await readRemoteState(transaction, runId)
  const known = step === 'submitted' || (step === 'submitting' && refused) ? 1 : 0
  return submissions > known
}
