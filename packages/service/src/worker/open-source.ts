import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { BlobMismatchError, BlobNotFoundError, type BlobRange, type BlobStore } from '../blobs/blob-store.ts'
import { sourceDamaged, sourceLost } from '../jobs/end.ts'
import { ProviderFailure } from '@polyparse/providers/port'

/** A stored document, and the SHA-256 of the bytes that were received, in lowercase hex. */
export type StoredSource = { readonly path: string; readonly sha256: string }

/**
 * A document that comes with other bytes is expected to come right again for so many outages of its run: for some four
 * minutes.
 */
export const maxOutagesOfMismatch = 10

/** The number of times that a document is read again before it counts as damaged. */
const readsToBeCertain = 3

/**
 * Opens the stored document of a job. Its last piece is held back until the hash is right, so that nobody who knows its size
 * takes other bytes for the document. They may have been changed on their way, which is an outage of the storage like any
 * other. Only if that lasts, and the document comes with other bytes each time that it is read again at once, it is damaged.
 * @throws {ProviderFailure} `source_lost` when it is gone; whoever was to get it has not got it. The same in the stream when it is damaged.
 */
export const openStoredSource = async (
  blobs: BlobStore,
  source: StoredSource,
  { outages }: { readonly outages: number },
): Promise<Readable> => {
  const isPatient = outages < maxOutagesOfMismatch
  const explain = async (error: unknown): Promise<unknown> => {
    if (!(error instanceof BlobMismatchError) || isPatient || !(await isDamaged(blobs, source))) return error
    return failure(sourceDamaged, error)
  }
  const stored = await openPartOfSource(blobs, source.path)
  return readable(stored, rightPieces(stored, source.sha256, explain))
}

/**
 * Opens a part of it, whose bytes cannot be compared with the hash of the whole, or all of it unchecked.
 * @throws {ProviderFailure} `source_lost` when it is gone; whoever was to get it has not got it.
 */
export const openPartOfSource = async (blobs: BlobStore, path: string, range?: BlobRange): Promise<Readable> => {
  try {
    return await blobs.read(path, range)
  } catch (error) {
    throw error instanceof BlobNotFoundError ? failure(sourceLost, error) : error
  }
}

const failure = ({ errorCode, error }: typeof sourceLost | typeof sourceDamaged, cause: unknown): ProviderFailure =>
  new ProviderFailure(errorCode, error, { notAccepted: true, cause })

/** Tells whether each further reading brings all bytes, and others than were received. */
const isDamaged = async (blobs: BlobStore, { path, sha256 }: StoredSource): Promise<boolean> => {
  for (let read = 0; read < readsToBeCertain; read += 1) {
    try {
      const stored = await blobs.read(path)
      await finished(readable(stored, rightPieces(stored, sha256)).resume())
      return false
    } catch (error) {
      if (!(error instanceof BlobMismatchError)) return false
    }
  }
  return true
}

/** A reader may leave before anything is read. */
const readable = (stored: Readable, pieces: AsyncIterable<Uint8Array>): Readable =>
  Readable.from(pieces, { objectMode: false }).once('close', () => stored.destroy())

async function* rightPieces(
  stored: Readable,
  sha256: string,
  explain: (error: unknown) => Promise<unknown> = async (error) => error,
): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256')
  let held: Uint8Array | null = null
  try {
    for await (const piece of stored) {
      const bytes: Uint8Array = piece
      hash.update(bytes)
      if (held !== null) yield held
      held = bytes
    }
    if (hash.digest('hex') !== sha256) throw new BlobMismatchError('the bytes of a document are others')
  } catch (error) {
    throw await explain(error)
  }
  if (held !== null) yield held
}
