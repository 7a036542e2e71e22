import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { BlobNotFoundError, type BlobStore } from '../blobs/blob-store.ts'
import { isUndecodable } from '../jobs/damage.ts'
import type { StoredResult } from '../jobs/job.ts'
import { gunzip } from '../lib/gunzip.ts'
import { compress } from './rendering/compress.ts'

/** Stores JSON, given in pieces. */
export const storeResult = (
  blobs: BlobStore,
  path: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): Promise<StoredResult> => storeCompressed(blobs, path, compress(pieces))

/** Stores gzipped bytes. The ETag is a hash of them. */
export const storeCompressed = async (
  blobs: BlobStore,
  path: string,
  chunks: AsyncIterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<StoredResult> => {
  const hash = createHash('sha256')
  async function* hashed(): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
  }
  const { size } = await blobs.write(path, hashed(), signal)
  return { path, size, etag: hash.digest('base64url') }
}

/** The JSON that was stored under the path, decompressed as it is read. */
export const readResult = async (blobs: BlobStore, path: string): Promise<Readable> => gunzip(await blobs.read(path))

/** Whether reading failed because the stored JSON is missing or damaged. */
export const isLost = (error: unknown): boolean => error instanceof BlobNotFoundError || isUndecodable(error)
