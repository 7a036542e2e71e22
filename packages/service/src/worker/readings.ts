import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '../blobs/blob-store.ts'
import { newResultPath } from '../jobs/paths.ts'
import { loggable } from '../lib/loggable.ts'
import type { WorkerParts } from './parts.ts'
import { RenderFailure } from './rendering/renderer.ts'
import { readStoredResult, storeCompressed } from './store-result.ts'

/**
 * Stores the reading of a document, as gzipped JSON, and resolves to its path. Null if it cannot be stored: the run
 * keeps its result nevertheless.
 */
export const storeReading = async (
  { blobs, logger }: Pick<WorkerParts, 'blobs' | 'logger'>,
  jobId: string,
  reading: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<string | null> => {
  const path = newResultPath(jobId)
  try {
    await storeCompressed(blobs, path, { body: reading, files: null }, signal)
    return path
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof RenderFailure) throw error
    logger.error(
      { err: loggable(error), jobId },
      'the reading of a document could not be stored, it will not be compared',
    )
    return null
  }
}

/** The stored reading, as JSON. */
export const readReading = async (blobs: BlobStore, path: string): Promise<Uint8Array> =>
  buffer(await readStoredResult(blobs, path))
