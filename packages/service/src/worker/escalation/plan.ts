import type { Transaction } from '../../db/database.ts'
import { addEscalation, isEscalation, type Escalation, type EscalationRefusal } from '../../jobs/escalation.ts'
import type { StoredJob, Run } from '../../jobs/job.ts'
import { isRemote, type Provider } from '@polyparse/providers/port'
import type { WorkerParts } from '../parts.ts'
import type { Opened } from '../rendering/messages.ts'

type EscalationPages = Pick<Opened, 'pagesToEscalate' | 'isEscalatedWhole'>

/**
 * Returns what to ask another provider after a run has read its document: the pages of which it is not sure, or whose handwriting it
 * has not read. Null when there are none, or no other provider is to be asked; only the run of the provider that the job names, and that
 * knows how sure it is, has another one asked.
 */
export const escalationOf = (
  { providers, escalateTo }: WorkerParts,
  { job, run }: { readonly job: StoredJob; readonly run: Run },
  { pagesToEscalate, isEscalatedWhole }: EscalationPages,
): Escalation | null => {
  const isAsked = job.operation === 'parse' && run.position === 0 && !isEscalation(run)
  const option = providers.get(run.provider)?.escalationOption
  if (!isAsked || option === undefined || pagesToEscalate.length === 0) return null
  const named = job.providerOptions[run.provider]?.[option]
  const provider = typeof named === 'string' ? named : escalateTo
  if (provider === null || provider === run.provider) return null
  return {
    provider,
    pages: pagesToEscalate,
    refusal: refusalOfEscalation(providers.get(provider), provider, job, isEscalatedWhole),
  }
}

/**
 * Creates the run of the other provider and makes it due. Call it in the transaction that ends the run which is not
 * sure, under the lock of the job: so the job does not end in between, and the other is asked once.
 */
export const escalate = async (
  { queue, clock }: Pick<WorkerParts, 'queue' | 'clock'>,
  transaction: Transaction,
  { id: jobId }: StoredJob,
  escalation: Escalation,
): Promise<void> => {
  const runId = await addEscalation(transaction, jobId, escalation, clock())
  if (runId !== null) await queue.enqueue(transaction, { runId })
}

const refusalOfEscalation = (
  provider: Provider | undefined,
  id: string,
  job: StoredJob,
  isEscalatedWhole: boolean,
): EscalationRefusal | null => {
  if (provider === undefined)
    return { status: 'failed', code: 'provider_unavailable', message: `${id} is not enabled.` }
  // A vendor reads, and charges for, all pages of what cannot be divided here.
  const isWhole = !isRemote(provider) || job.source.detectedMediaType === 'application/pdf' || isEscalatedWhole
  return reads(provider, job) && isWhole ? null : { status: 'unsupported' }
}

const reads = (provider: Provider | undefined, { source }: StoredJob): boolean =>
  provider?.mediaTypes.includes(source.detectedMediaType ?? '') ?? false

/** Returns why an escalation to the provider is `unsupported`, in a sentence. */
export const whyUnsupported = ({ providers }: Pick<WorkerParts, 'providers'>, id: string, job: StoredJob): string => {
  const mediaType = job.source.detectedMediaType ?? 'this type'
  return reads(providers.get(id), job)
    ? `Single pages of documents of the type ${mediaType} cannot be sent.`
    : `${id} does not read documents of the type ${mediaType}.`
}
