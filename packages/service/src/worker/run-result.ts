import type { Warning } from '@polyparse/contract'
import type { ParsedDocument } from '../providers/parsed-document.ts'
import type { Job, Run, StoredResult } from '../jobs/job.ts'
import { newResultPath } from '../jobs/paths.ts'
import { fallbackWarnings } from './fallback.ts'
import type { WorkerParts } from './parts.ts'
import { storeReading } from './readings.ts'
import { storeCompressed } from './store-result.ts'

/** What a run stores: its result, and in a compare job the reading that it is compared by. */
export type StoredRun = {
  readonly result: StoredResult
  readonly readingPath: string | null
  /** The number of pages that the provider has read, if it says so, or else that of the document. */
  readonly pages: number
}

/** The document that a provider has parsed for a run. */
export type Parsed = {
  readonly job: Job
  readonly run: Run
  readonly startedAt: Date
  readonly document: ParsedDocument
  /** Warnings of the run itself, besides those of the document. */
  readonly warnings?: readonly Warning[]
}

/** Renders the outputs of the document and stores them. */
export const storeParsed = async (
  parts: WorkerParts,
  { job, run, startedAt, document, warnings: after = [] }: Parsed,
  signal: AbortSignal,
): Promise<StoredRun> => {
  const { blobs, clock, renderer } = parts
  const { id, operation, outputs, includeRaw, source } = job
  const before = await fallbackWarnings(parts, job, run)
  const request = {
    document,
    job: { id, operation, outputs, includeRaw, source },
    provider: run.provider,
    startedAt,
    completedAt: clock(),
    warnings: { before, after },
  }
  using rendering = await renderer.open(request, signal)
  const { pages } = rendering
  const readingPath = rendering.isCompared ? await storeReading(parts, id, rendering.read('reading'), signal) : null
  try {
    return {
      result: await storeCompressed(blobs, newResultPath(id), rendering.read('result'), signal),
      readingPath,
      pages,
    }
  } catch (error) {
    if (readingPath !== null) await blobs.delete(readingPath)
    throw error
  }
}
