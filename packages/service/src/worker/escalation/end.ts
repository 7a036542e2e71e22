import { buffer } from 'node:stream/consumers'
import type { Warning } from '@polyparse/contract'
import type { JobEnd } from '../../jobs/end.ts'
import { isEscalation } from '../../jobs/escalation.ts'
import type { StoredJob, Run } from '../../jobs/job.ts'
import { newResultPath } from '../../jobs/paths.ts'
import { readRemoteState } from '../../jobs/remote-runs.ts'
import { loggable } from '../../lib/loggable.ts'
import type { PageImages } from '@polyparse/providers/port'
import type { ParsedDocument } from '@polyparse/providers/port'
import { isRemote } from '@polyparse/providers/port'
import { pageImageWarnings } from '../page-images.ts'
import type { WorkerParts } from '../parts.ts'
import { askedAgain } from '../remote/unknown.ts'
import { RenderFailure, resultOf } from '../rendering/renderer.ts'
import { isLost, readStoredResult, storeCompressed } from '../store-result.ts'
import { whyUnsupported } from './plan.ts'

export type EndParts = { readonly pageImages: PageImages | null; readonly stopping: AbortSignal }

/**
 * The end of a job whose pages another provider has read too: its result is made of both documents. Null when no other
 * was asked, or nothing is left to make it of; then the result of the job's own run stands. An escalation never fails
 * its job: where there is nothing of the other, the result says why.
 * @throws the reason of `stopping`, or the error of an outage, after which this is tried again.
 */
export const escalatedEnd = async (
  parts: WorkerParts,
  job: StoredJob,
  runs: readonly Run[],
  { pageImages, stopping }: EndParts,
): Promise<JobEnd | null> => {
  const own = runs.find((run) => !isEscalation(run))
  const other = runs.find(isEscalation)
  if (own?.status !== 'parsed' || other === undefined) return null
  const ending = parts.endings.watch(job)
  const signal = AbortSignal.any([stopping, ending.signal])
  try {
    return (
      (await endWith(parts, { job, own, other, pageImages }, () => readingOf(parts, job, other), signal)) ??
      (await endWith(parts, { job, own, other, pageImages }, () => failureOfEscalationMerge(other), signal))
    )
  } catch (error) {
    // The job has ended; whoever asks finds that out.
    if (ending.signal.aborted) return null
    throw error
  } finally {
    ending.release()
  }
}

/** What there is of the other provider: its document, or why there is none, with the warnings of its run. */
type EscalationReading = { readonly document: Uint8Array | null; readonly warnings: readonly Warning[] }

const readingOf = async (parts: WorkerParts, job: StoredJob, other: Run): Promise<EscalationReading> => {
  if (other.status === 'unsupported') return failureOfEscalation(other, whyUnsupported(parts, other.provider, job))
  if (other.status !== 'parsed') return failureOfEscalation(other, other.error?.message ?? 'It was not asked.')
  const document = await readDocument(parts, other)
  if (document === null) return failureOfEscalation(other, 'What it had read was lost before the job ended.')
  const provider = parts.providers.get(other.provider)
  if (provider === undefined || !isRemote(provider)) return { document, warnings: [] }
  const { submissions } = await readRemoteState(parts.database, other.id)
  return { document, warnings: askedAgain(provider, submissions) }
}

const failureOfEscalationMerge = (other: Run): EscalationReading =>
  failureOfEscalation(other, 'The two readings could not be brought together.')

const failureOfEscalation = ({ provider, pages }: Run, why: string): EscalationReading => ({
  document: null,
  warnings: [
    {
      code: 'escalation_failed',
      message: `${provider} did not help with ${escalationPagesInWords(pages ?? [])}. ${why}`,
    },
  ],
})

/** Pages that a sentence names. */
const maxNamedEscalationPages = 10

const escalationPagesInWords = (pages: readonly number[]): string => {
  const more = pages.length > maxNamedEscalationPages ? ` and ${pages.length - maxNamedEscalationPages} more` : ''
  return `${pages.length === 1 ? 'page' : 'pages'} ${pages.slice(0, maxNamedEscalationPages).join(', ')}${more}`
}

/** The serialized document that a run has stored; null if it is lost. */
const readDocument = async ({ blobs, logger }: WorkerParts, run: Run): Promise<Uint8Array | null> => {
  const { readingPath, jobId, provider } = run
  if (readingPath === null) return null
  try {
    return await buffer(await readStoredResult(blobs, readingPath))
  } catch (error) {
    if (!(await isLost(blobs, readingPath, error))) throw error
    logger.error({ err: loggable(error), jobId, provider }, 'the document of a run is lost, the job ends without it')
    return null
  }
}

type Runs = { readonly job: StoredJob; readonly own: Run; readonly other: Run; readonly pageImages: PageImages | null }

/** Null if no result can be made of these. The documents are read for each try, because a thread takes what it is given. */
const endWith = async (
  parts: WorkerParts,
  { job, own, other, pageImages }: Runs,
  read: () => EscalationReading | Promise<EscalationReading>,
  signal: AbortSignal,
): Promise<JobEnd | null> => {
  const { renderer, blobs, clock, logger } = parts
  const { id, operation, outputs, includeRaw, extraction, images, metadata, batchId, source } = job
  const document = await readDocument(parts, own)
  if (document === null) return null
  const reading = await read()
  const completedAt = clock()
  const request = {
    document: toParsedDocument(document),
    escalation: {
      provider: other.provider,
      document: reading.document === null ? null : toParsedDocument(reading.document),
    },
    job: { id, operation, outputs, includeRaw, extraction, images, metadata, batchId, source },
    provider: own.provider,
    startedAt: own.startedAt ?? completedAt,
    completedAt,
    ...(pageImages !== null && { pageImages }),
    warnings: { before: [], after: [...reading.warnings, ...pageImageWarnings(pageImages)] },
  }
  try {
    using rendering = await renderer.open(request, signal)
    const result = await storeCompressed(blobs, newResultPath(id), resultOf(rendering), signal)
    return { status: 'complete', result }
  } catch (error) {
    if (!(error instanceof RenderFailure)) throw error
    logger.error({ err: loggable(error), jobId: id }, 'no result can be made of the readings of two providers')
    return null
  }
}

const toParsedDocument = (serialized: Uint8Array): ParsedDocument => ({ serialized })
