import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { BlobDamagedError, BlobNotFoundError, type BlobRange, type BlobStore } from '../blobs/blob-store.ts'
import { damageOfReading, isUndecodable } from '../jobs/damage.ts'
import type { StoredResult } from '../jobs/job.ts'
import { gunzip } from '../lib/gunzip.ts'
import { compress } from './rendering/compress.ts'

/** Stores JSON, given in pieces, and the files that it refers to. */
export const storeResult = (
  blobs: BlobStore,
  path: string,
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
  files: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array> | null,
): Promise<StoredResult> =>
  storeCompressed(blobs, path, { body: compress(pieces), files: files === null ? null : compress(files) })

/** Gzipped bytes: a body, and the files that it refers to, if there are any. */
export type Compressed = {
  readonly body: AsyncIterable<Uint8Array>
  readonly files: AsyncIterable<Uint8Array> | null
}

/** Stores a body, and files after it. The ETag is a hash of the body. */
export const storeCompressed = async (
  blobs: BlobStore,
  path: string,
  { body, files }: Compressed,
  signal?: AbortSignal,
): Promise<StoredResult> => {
  const hash = createHash('sha256')
  let bodySize = 0
  async function* stored(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      hash.update(chunk)
      bodySize += chunk.length
      yield chunk
    }
    if (files !== null) yield* files
  }
  const { size } = await blobs.write(path, stored(), signal)
  return { path, size, bodySize, etag: hash.digest('base64url') }
}

/** Opens what was stored under the path, or in this part of it, decompressed as it is read. */
export const readStoredResult = async (blobs: BlobStore, path: string, range?: BlobRange): Promise<Readable> =>
  gunzip(await blobs.read(path, range))

/**
 * Tells whether reading failed because the stored JSON is missing or damaged. Bytes that cannot be decompressed may have been
 * damaged on their way, so they are read once more.
 */
export const isLost = async (blobs: BlobStore, path: string, error: unknown): Promise<boolean> =>
  isUndecodable(error)
    ? (await damageOfReading(blobs, path)) !== null
    : error instanceof BlobNotFoundError || error instanceof BlobDamagedError
