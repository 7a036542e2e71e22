import { limits, type ParseResult, type Warning } from '@polyparse/contract'
import { type Document, limitImages, limitRaw, render } from '@polyparse/document'
import type { Job, Run, StoredResult } from '../jobs/job.ts'
import { newResultPath } from '../jobs/paths.ts'
import { fallbackWarnings } from './fallback.ts'
import { jsonPieces } from './json-pieces.ts'
import type { WorkerParts } from './parts.ts'
import { storeReading } from './readings.ts'
import { storeResult } from './store-result.ts'

/** What a run stores: its result, and in a compare job the reading that it is compared by. */
export type StoredRun = { readonly result: StoredResult; readonly readingPath: string | null }

/** The document that a provider has parsed for a run. */
export type Parsed = {
  readonly job: Job
  readonly run: Run
  readonly startedAt: Date
  readonly document: Document
  /** Warnings of the run itself, besides those of the document. */
  readonly warnings?: readonly Warning[]
}

/**
 * Renders the outputs of the document and stores them. For a `parse` job the stored bytes are the body that callers
 * read, because this result is the job's; for a `compare` they are the ParseResult of its entry.
 */
export const storeParsed = async (
  parts: WorkerParts,
  { job, run, startedAt, document: { warnings: own, ...read }, warnings = [] }: Parsed,
  signal: AbortSignal,
): Promise<StoredRun> => {
  const { blobs, clock } = parts
  const before = await fallbackWarnings(parts.database, job, run)
  const document = { ...read, warnings: [...before, ...own, ...warnings] }
  const result = await parseResult(job, run, document, { startedAt, completedAt: clock() })
  const body = job.operation === 'parse' ? { id: job.id, status: 'complete', result } : result
  const readingPath = job.operation === 'parse' ? null : await storeReading(parts, job.id, document, signal)
  try {
    return { result: await storeResult(blobs, newResultPath(job.id), jsonPieces(body), signal), readingPath }
  } catch (error) {
    if (readingPath !== null) await blobs.delete(readingPath)
    throw error
  }
}

const parseResult = async (
  job: Job,
  run: Run,
  parsed: Document,
  { startedAt, completedAt }: { startedAt: Date; completedAt: Date },
): Promise<ParseResult> => {
  const { document, warnings: imageWarnings } = limitImages(parsed, job.outputs, limits.resultBytes)
  const raw = job.includeRaw ? limitRaw(parsed.raw ?? null, limits.rawBytes) : null
  return {
    id: job.id,
    outputs: await render(document, job.outputs, { filename: job.source.filename, sizeBytes: job.source.size ?? 0 }),
    pageCount: document.pages.length,
    provider: run.provider,
    timing: {
      startedAt: startedAt.toISOString(),
      completedAt: completedAt.toISOString(),
      durationMs: completedAt.getTime() - startedAt.getTime(),
    },
    warnings: [...mediaTypeWarnings(job), ...document.warnings, ...imageWarnings, ...(raw?.warnings ?? [])],
    usage: { pages: document.pages.length, ...document.usage },
    ...(document.quality !== undefined && { quality: { ...document.quality } }),
    ...(raw !== null && { raw: raw.value }),
  }
}

/** `text/x-markdown` is what `text/markdown` was called before it was registered. */
const registered = (mediaType: string): string => mediaType.replace('/x-', '/')

const mediaTypeWarnings = ({ source: { mediaType, detectedMediaType } }: Job): Warning[] => {
  if (mediaType === null || detectedMediaType === null || mediaType === 'application/octet-stream') return []
  if (registered(mediaType) === registered(detectedMediaType)) return []
  const message = `The document was declared as ${mediaType}, but its bytes are ${detectedMediaType}.`
  return [{ code: 'media_type_mismatch', message }]
}
