import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '../blobs/blob-store.ts'
import { newResultPath } from '../jobs/paths.ts'
import { loggable } from '../lib/loggable.ts'
import type { WorkerParts } from './parts.ts'
import { RenderFailure } from './rendering/renderer.ts'
import { readResult, storeCompressed } from './store-result.ts'

/**
 * Stores what a document has to be compared by, as gzipped JSON, and resolves to where. Null when it cannot be stored: the
 * run has its result all the same.
 */
export const storeReading = async (
  { blobs, logger }: Pick<WorkerParts, 'blobs' | 'logger'>,
  jobId: string,
  reading: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<string | null> => {
  const path = newResultPath(jobId)
  try {
    await storeCompressed(blobs, path, reading, signal)
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

/** As it is stored, in JSON. */
export const readReading = async (blobs: BlobStore, path: string): Promise<Uint8Array> =>
  buffer(await readResult(blobs, path))
