import { buffer } from 'node:stream/consumers'
import { readingOf } from '@polyparse/compare'
import type { Document } from '@polyparse/document'
import type { BlobStore } from '../blobs/blob-store.ts'
import { newResultPath } from '../jobs/paths.ts'
import { loggable } from '../lib/loggable.ts'
import { jsonPieces } from './json-pieces.ts'
import type { WorkerParts } from './parts.ts'
import { readResult, storeResult } from './store-result.ts'

/** A longer text is not compared: it would take the memory of the service. */
const maxCharacters = 32 * 1024 * 1024

/**
 * Stores what a document has to be compared by and resolves to where. Null when it is too long, and when it cannot be
 * stored: the run has its result all the same.
 */
export const storeReading = async (
  { blobs, logger }: Pick<WorkerParts, 'blobs' | 'logger'>,
  jobId: string,
  document: Document,
  signal: AbortSignal,
): Promise<string | null> => {
  if (charactersOf(document) > maxCharacters) return null
  const path = newResultPath(jobId)
  try {
    await storeResult(blobs, path, jsonPieces(readingOf(document)), signal)
    return path
  } catch (error) {
    signal.throwIfAborted()
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

const charactersOf = ({ pages, tables }: Document): number =>
  [...pages.flatMap(({ blocks }) => blocks), ...tables.flatMap(({ cells }) => cells)].reduce(
    (sum, { text: own }) => sum + own.length,
    0,
  )
