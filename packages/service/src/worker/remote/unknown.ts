import type { Warning } from '@polyparse/contract'
import type { Transaction } from '../../db/database.ts'
import type { StoredJob, Run } from '../../jobs/job.ts'
import { readRemoteState, runSubmitsAgain } from '../../jobs/remote-runs.ts'
import type { Claim } from '../../jobs/transitions.ts'
import type { RemoteProvider } from '@polyparse/providers/port'
import { failRun } from '../fallback.ts'
import type { WorkerParts } from '../parts.ts'
import { jitteredSeconds } from './retry-until-deadline.ts'

/** The maximum number of submits of one run that may have been accepted, and so may be charged for. */
const maxSubmissions = 3

type UncertainSubmission = { readonly job: StoredJob; readonly run: Run; readonly provider: RemoteProvider }

/**
 * It is unknown whether the vendor has accepted the submit. The provider decides what to do. `why`: what came instead of
 * a proper answer, in a sentence; null: nothing came.
 */
export const outcomeUnknown = (
  parts: WorkerParts,
  transaction: Transaction,
  { run, provider }: UncertainSubmission,
  claim: Claim,
  why: string | null = null,
): Promise<void> =>
  submitAgainOrFail(parts, transaction, claim, {
    provider,
    failures: run.failures,
    lost: false,
    code: 'provider_outcome_unknown',
    message: `${why ?? `${provider.name} did not respond.`} Whether it accepted the document${charges(provider) ? ', and charges for it,' : ''} is unknown.`,
  })

const charges = ({ price }: RemoteProvider): boolean => price !== undefined

/** The vendor accepted the work and has lost it: to have it done again is a second request. */
export const workLost = (
  parts: WorkerParts,
  transaction: Transaction,
  { run, provider }: UncertainSubmission,
  claim: Claim,
): Promise<void> =>
  submitAgainOrFail(parts, transaction, claim, {
    provider,
    failures: run.failures,
    lost: true,
    code: 'provider_unavailable',
    message: `${provider.name} accepted the document but no longer has the result.`,
  })

const submitAgainOrFail = async (
  parts: WorkerParts,
  transaction: Transaction,
  claim: Claim,
  {
    provider,
    failures,
    lost,
    code,
    message,
  }: {
    provider: RemoteProvider
    failures: number
    lost: boolean
    code: 'provider_outcome_unknown' | 'provider_unavailable'
    message: string
  },
): Promise<void> => {
  const { submissions } = await readRemoteState(transaction, claim.runId)
  if (provider.whenUnknown === 'fail' || submissions >= maxSubmissions) {
    const end = provider.whenUnknown === 'fail' ? 'It was not asked again.' : `It was asked ${submissions} times.`
    await failRun(parts, transaction, claim, { code, message: `${message} ${end}` })
  } else if (await runSubmitsAgain(transaction, claim, { lost })) {
    await parts.queue.enqueue(transaction, { runId: claim.runId }, { delaySeconds: jitteredSeconds(failures) })
  }
}

/** A warning for the result of a run that was submitted more than once. */
export const askedAgain = (provider: RemoteProvider, submissions: number): Warning[] => {
  if (submissions <= 1) return []
  const message = `${provider.name} was asked ${submissions} times, because the outcome of its work was unknown.${charges(provider) ? ' It may charge for each.' : ''}`
  return [{ code: 'provider_asked_again', message }]
}
