import type { Transaction } from '../../db/database.ts'
import { addEscalation, isEscalation, type Escalation } from '../../jobs/escalation.ts'
import type { Job, Run } from '../../jobs/job.ts'
import { isRemote, type Provider } from '../../providers/provider.ts'
import type { WorkerParts } from '../parts.ts'
import type { Opened } from '../rendering/messages.ts'

type Doubt = Pick<Opened, 'doubtedPages' | 'isDoubtedWhole'>

/**
 * What to ask another provider after a run has read its document: the pages of which it is not sure. Null when it is
 * sure of all of them, or no other provider is to be asked; only the run of the provider that the job names, and that
 * knows how sure it is, has another one asked.
 */
export const escalationOf = (
  { providers, escalateTo }: WorkerParts,
  { job, run }: { readonly job: Job; readonly run: Run },
  { doubtedPages, isDoubtedWhole }: Doubt,
): Escalation | null => {
  const isAsked = job.operation === 'parse' && run.position === 0 && !isEscalation(run)
  const option = providers.get(run.provider)?.escalationOption
  if (!isAsked || option === undefined || doubtedPages.length === 0) return null
  const named = job.providerOptions[run.provider]?.[option]
  const provider = typeof named === 'string' ? named : escalateTo
  if (provider === null || provider === run.provider) return null
  const message = whyNotAsked(providers, provider, job, isDoubtedWhole)
  return {
    provider,
    pages: doubtedPages,
    refusal: message === null ? null : { code: 'provider_unavailable', message },
  }
}

/**
 * Creates the run of the other provider and makes it due. Call it in the transaction that ends the run which is not
 * sure, under the lock of the job: so the job does not end in between, and the other is asked once.
 */
export const escalate = async (
  { queue, clock }: Pick<WorkerParts, 'queue' | 'clock'>,
  transaction: Transaction,
  { id: jobId }: Job,
  escalation: Escalation,
): Promise<void> => {
  const runId = await addEscalation(transaction, jobId, escalation, clock())
  if (runId !== null) await queue.enqueue(transaction, { runId })
}

const whyNotAsked = (
  providers: ReadonlyMap<string, Provider>,
  id: string,
  job: Job,
  isDoubtedWhole: boolean,
): string | null => {
  const provider = providers.get(id)
  const mediaType = job.source.detectedMediaType ?? ''
  if (provider === undefined) return `${id} is not enabled.`
  if (!provider.mediaTypes.includes(mediaType)) return `${id} does not read documents of the type ${mediaType}.`
  // A vendor reads, and charges for, all pages of what cannot be divided here.
  const isCut = mediaType === 'application/pdf'
  if (isRemote(provider) && !isCut && !isDoubtedWhole)
    return `Single pages of documents of the type ${mediaType} cannot be sent.`
  return null
}
