import type { Warning } from '@polyparse/contract'
import type { ParsedDocument } from '@polyparse/providers/port'
import { isEscalation, type Escalation } from '../jobs/escalation.ts'
import { modelsOfJob } from '../jobs/filling.ts'
import type { StoredJob, Run, StoredResult } from '../jobs/job.ts'
import { newResultPath } from '../jobs/paths.ts'
import type { RunFigures } from '../jobs/usage.ts'
import { escalationOf } from './escalation/plan.ts'
import { fallbackWarnings } from './fallback.ts'
import { pageImagesOf, pageImageWarnings } from './page-images.ts'
import type { WorkerParts } from './parts.ts'
import { priceOf } from './price.ts'
import { storeReading } from './readings.ts'
import { handwritingReadersOf } from './rendering/handwriting-readers.ts'
import { resultOf, type Rendering } from './rendering/renderer.ts'
import { storeCompressed } from './store-result.ts'

/**
 * The files of a run: its result, in a compare job the reading by which it is compared, and the document if another
 * provider reads pages of it too.
 */
export type StoredRun = RunFigures & {
  readonly result: StoredResult
  readonly readingPath: string | null
  /** The provider that is to read pages too of which this run is not sure; null if none is. */
  readonly escalation: Escalation | null
}

/** The document that a provider has parsed for a run. */
export type ParsedRun = {
  readonly job: StoredJob
  readonly run: Run
  readonly startedAt: Date
  readonly document: ParsedDocument
  /** Warnings of the run itself, besides those of the document. */
  readonly warnings?: readonly Warning[]
}

/** Renders the outputs of the document and stores them. */
export const storeParsed = async (
  parts: WorkerParts,
  { job, run, startedAt, document, warnings: after = [] }: ParsedRun,
  signal: AbortSignal,
): Promise<StoredRun> => {
  const { blobs, clock, renderer } = parts
  const { id, operation, outputs, includeRaw, extraction, classification, images, metadata, batchId, source } = job
  const before = await fallbackWarnings(parts, job, run)
  // Those of a compare are drawn once for all its runs, at its end.
  const pageImages = operation === 'parse' && !isEscalation(run) ? await pageImagesOf(parts, job, signal) : null
  const request = {
    document,
    job: { id, operation, outputs, includeRaw, extraction, classification, images, metadata, batchId, source },
    provider: run.provider,
    ...priceOf(parts, job, run),
    handwritingReaders: handwritingReadersOf(parts.providers.values()),
    startedAt,
    completedAt: clock(),
    ...(pageImages !== null && { pageImages }),
    warnings: { before, after: [...after, ...pageImageWarnings(pageImages)] },
  }
  using rendering = await renderer.open(request, signal)
  const { pages, cost, quality, warningCount, doubtedPages, worstPage } = rendering
  const escalation = escalationOf(parts, { job, run }, rendering)
  const readingPath = await storeRead(parts, { job, run, escalation }, rendering, signal)
  try {
    return {
      result: await storeCompressed(blobs, newResultPath(id), resultOf(rendering), signal),
      readingPath,
      pages,
      cost,
      quality,
      warningCount,
      doubtedPages,
      worstPage,
      escalation,
    }
  } catch (error) {
    if (readingPath !== null) await blobs.delete(readingPath)
    throw error
  }
}

/**
 * Stores what other runs of the job need to know of the document: a reading in a compare, the document where another
 * provider is asked.
 */
const storeRead = async (
  parts: WorkerParts,
  { job, run, escalation }: Pick<ParsedRun, 'job' | 'run'> & Pick<StoredRun, 'escalation'>,
  rendering: Rendering,
  signal: AbortSignal,
): Promise<string | null> => {
  if (rendering.isCompared) return storeReading(parts, job.id, rendering.read('reading'), signal)
  if (escalation === null && !isEscalation(run) && modelsOfJob(job).length === 0) return null
  const document = { body: rendering.read('document'), files: null }
  return (await storeCompressed(parts.blobs, newResultPath(job.id), document, signal)).path
}
