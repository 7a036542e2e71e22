import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Warning } from '@polyparse/contract'
import type { PageText } from '@polyparse/extraction'
import type { JobEnd } from '../../jobs/end.ts'
import { isEscalation } from '../../jobs/escalation.ts'
import { isAdded, isFilling } from '../../jobs/filling.ts'
import type { StoredJob, Run } from '../../jobs/job.ts'
import { newResultPath } from '../../jobs/paths.ts'
import { readRuns } from '../../jobs/read.ts'
import { readRemoteState } from '../../jobs/remote-runs.ts'
import { gunzip } from '../../lib/gunzip.ts'
import { loggable } from '../../lib/loggable.ts'
import type { ParsedDocument } from '@polyparse/providers/port'
import { isRemote, ProviderFailure } from '@polyparse/providers/port'
import { fallbackWarnings } from '../fallback.ts'
import { pageImageWarnings, type KeptPageImages } from '../page-images.ts'
import type { WorkerParts } from '../parts.ts'
import { askedAgain } from '../remote/unknown.ts'
import type { RenderRequest } from '../rendering/messages.ts'
import { RenderFailure, resultOf } from '../rendering/renderer.ts'
import { isLost, readStoredResult, storeCompressed } from '../store-result.ts'
import { whyUnsupported } from './plan.ts'

export type EndParts = { readonly pageImages: KeptPageImages | null; readonly stopping: AbortSignal }

/**
 * The end of a job whose pages another provider has read too, or whose schema models have filled: its result is made of all of that.
 * Null when no other was asked, or nothing is left to make it of; then the result of the job's own run is kept. Neither ever
 * fails its job: where there is nothing of the other, the result says why.
 * @throws the reason of `stopping`, or the error of an outage, after which this is tried again.
 */
export const assembledEnd = async (
  parts: WorkerParts,
  job: StoredJob,
  runs: readonly Run[],
  { pageImages, stopping }: EndParts,
): Promise<JobEnd | null> => {
  const own = runs.find((run) => !isAdded(run))
  const [other, fillers] = [runs.find(isEscalation), runs.filter(isFilling)]
  if (own?.status !== 'parsed' || (other === undefined && fillers.length === 0)) return null
  const ending = parts.endings.watch(job)
  const signal = AbortSignal.any([stopping, ending.signal])
  const made = { job, own, other, pageImages }
  try {
    const fillings = await Promise.all(fillers.map((filler) => fillingOf(parts, filler)))
    const reading = () => readingOf(parts, job, other)
    return (
      (await endWith(parts, { ...made, fillings }, reading, signal)) ??
      (await endWith(parts, { ...made, fillings: fillings.map(unusable) }, reading, signal)) ??
      (await endWith(parts, { ...made, fillings: fillings.map(unusable) }, () => failureOfMerge(other), signal))
    )
  } catch (error) {
    // The job has ended; whoever asks finds that out.
    if (ending.signal.aborted) return null
    throw error
  } finally {
    ending.release()
  }
}

type Filling = NonNullable<RenderRequest['fillings']>[number]

/** Returns what a model has answered, or why there is nothing. */
const fillingOf = async (parts: WorkerParts, run: Run): Promise<Filling> => {
  const { provider, status, result, error } = run
  if (status !== 'parsed' || result === null)
    return { provider, answers: null, why: error?.message ?? 'It was not asked.' }
  const answers = await readStored(parts, run, result.path)
  return { provider, answers, why: answers === null ? 'What it had answered was lost before the job ended.' : null }
}

const unusable = ({ provider }: Filling): Filling => ({
  provider,
  answers: null,
  why: 'What it answered could not be brought together.',
})

/** The texts of the pages of a job, which have all been read, as a model gets them. */
export const readQuestionPages = async (
  parts: WorkerParts,
  job: StoredJob,
  signal: AbortSignal,
): Promise<readonly PageText[]> => {
  const runs = await readRuns(parts.database, job.id)
  const own = runs.find((run) => !isAdded(run))
  const document = own === undefined ? null : await readDocument(parts, own)
  if (own === undefined || document === null)
    throw new ProviderFailure('internal_error', 'What was read was lost before the model was asked.')
  const reading = await readingOf(parts, job, runs.find(isEscalation))
  const made = { job, own, other: runs.find(isEscalation), pageImages: null, fillings: [] }
  const warnings = { before: [], after: [] }
  const request = requestOf(made, { document, reading, warnings, completedAt: parts.clock() })
  using rendering = await parts.renderer.open({ ...request, isQuestion: true }, signal)
  const json = await buffer(gunzip(Readable.from(rendering.read('question'))))
  return JSON.parse(json.toString())
}

/** The reading of the other provider: its document, or the reason why there is none, with the warnings of its run. */
type EscalationReading = { readonly document: Uint8Array | null; readonly warnings: readonly Warning[] }

const readingOf = async (parts: WorkerParts, job: StoredJob, other: Run | undefined): Promise<EscalationReading> => {
  if (other === undefined) return { document: null, warnings: [] }
  if (other.status === 'unsupported') return failureOfEscalation(other, whyUnsupported(parts, other.provider, job))
  if (other.status !== 'parsed') return failureOfEscalation(other, other.error?.message ?? 'It was not asked.')
  const document = await readDocument(parts, other)
  if (document === null) return failureOfEscalation(other, 'What it had read was lost before the job ended.')
  return { document, warnings: await askedAgainWarnings(parts, other) }
}

/** A warning where the vendor of a run may have been paid for more than one submit. */
const askedAgainWarnings = async (parts: WorkerParts, run: Run): Promise<readonly Warning[]> => {
  const provider = parts.providers.get(run.provider)
  if (provider === undefined || !isRemote(provider)) return []
  const { submissions } = await readRemoteState(parts.database, run.id)
  return askedAgain(provider, submissions)
}

/** The warnings of the job's own run, which are not in its document. */
const warningsOfOwn = async (parts: WorkerParts, job: StoredJob, own: Run): Promise<RunsRead['warnings']> => ({
  before: await fallbackWarnings(parts, job, own),
  after: await askedAgainWarnings(parts, own),
})

const failureOfMerge = (other: Run | undefined): EscalationReading =>
  other === undefined
    ? { document: null, warnings: [] }
    : failureOfEscalation(other, 'The two readings could not be brought together.')

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
const readDocument = (parts: WorkerParts, run: Run): Promise<Uint8Array | null> =>
  run.readingPath === null ? Promise.resolve(null) : readStored(parts, run, run.readingPath)

/** Reads what a run has stored; null if it is lost. */
const readStored = async ({ blobs, logger }: WorkerParts, run: Run, path: string): Promise<Uint8Array | null> => {
  const { jobId, provider } = run
  try {
    return await buffer(await readStoredResult(blobs, path))
  } catch (error) {
    if (!(await isLost(blobs, path, error))) throw error
    logger.error({ err: loggable(error), jobId, provider }, 'what a run has stored is lost, the job ends without it')
    return null
  }
}

type Runs = {
  readonly job: StoredJob
  readonly own: Run
  readonly other: Run | undefined
  readonly fillings: readonly Filling[]
  readonly pageImages: KeptPageImages | null
}

type RunsRead = {
  readonly document: Uint8Array
  readonly reading: EscalationReading
  readonly warnings: RenderRequest['warnings']
  readonly completedAt: Date
}

const requestOf = (
  { job, own, other, fillings, pageImages }: Runs,
  { document, reading, warnings, completedAt }: RunsRead,
): RenderRequest => {
  const { id, operation, outputs, includeRaw, extraction, classification, images, metadata, batchId, source } = job
  return {
    document: toParsedDocument(document),
    ...(other !== undefined && {
      escalation: {
        provider: other.provider,
        document: reading.document === null ? null : toParsedDocument(reading.document),
      },
    }),
    fillings,
    job: { id, operation, outputs, includeRaw, extraction, classification, images, metadata, batchId, source },
    provider: own.provider,
    startedAt: own.startedAt ?? completedAt,
    completedAt,
    ...(pageImages !== null && { pageImages }),
    warnings: {
      before: warnings.before,
      after: [...warnings.after, ...reading.warnings, ...pageImageWarnings(pageImages)],
    },
  }
}

/** Null if no result can be made of these. The documents are read for each try, because a thread takes what it is given. */
const endWith = async (
  parts: WorkerParts,
  runs: Runs,
  read: () => EscalationReading | Promise<EscalationReading>,
  signal: AbortSignal,
): Promise<JobEnd | null> => {
  const { renderer, blobs, clock, logger } = parts
  const { id } = runs.job
  const document = await readDocument(parts, runs.own)
  if (document === null) return null
  const warnings = await warningsOfOwn(parts, runs.job, runs.own)
  const request = requestOf(runs, { document, reading: await read(), warnings, completedAt: clock() })
  try {
    using rendering = await renderer.open(request, signal)
    const result = await storeCompressed(blobs, newResultPath(id), resultOf(rendering), signal)
    return { status: 'complete', result }
  } catch (error) {
    if (!(error instanceof RenderFailure)) throw error
    logger.error({ err: loggable(error), jobId: id }, 'no result can be made of what several providers have done')
    return null
  }
}

const toParsedDocument = (serialized: Uint8Array): ParsedDocument => ({ serialized })
