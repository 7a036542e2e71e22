import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, createGunzip } from 'node:zlib'
import { BlobNotFoundError, type BlobStore } from '../blobs/blob-store.ts'
import type { StoredResult } from '../jobs/job.ts'

type Piece = string | Uint8Array

/** Small pieces are put together to this size before they are compressed, or each would cost a trip of its own. */
const batchBytes = 64 * 1024

async function* batched(pieces: Iterable<Piece> | AsyncIterable<Piece>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const piece of pieces) {
    const buffer = Buffer.from(piece)
    waiting.push(buffer)
    bytes += buffer.length
    if (bytes < batchBytes) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  yield Buffer.concat(waiting)
}

/** Stores JSON, given in pieces, compressed with gzip. The ETag is a hash of what was stored. */
export const storeResult = async (
  blobs: BlobStore,
  path: string,
  pieces: Iterable<Piece> | AsyncIterable<Piece>,
  signal?: AbortSignal,
): Promise<StoredResult> => {
  const hash = createHash('sha256')
  const { size } = await pipeline(
    batched(pieces),
    createGzip(),
    async function* (compressed: AsyncIterable<Buffer>) {
      for await (const chunk of compressed) {
        hash.update(chunk)
        yield chunk
      }
    },
    (hashed: AsyncIterable<Buffer>) => blobs.write(path, hashed, signal),
  )
  return { path, size, etag: hash.digest('base64url') }
}

/** The JSON that was stored under the path, decompressed as it is read. */
export const readResult = async (blobs: BlobStore, path: string): Promise<Readable> => {
  const compressed = await blobs.read(path)
  const json = createGunzip()
  compressed.on('error', (error) => json.destroy(error))
  json.on('close', () => compressed.destroy())
  return compressed.pipe(json)
}

/** Whether reading failed because nothing, or something else, lies where the JSON was stored. */
export const isLost = (error: unknown): boolean =>
  error instanceof BlobNotFoundError ||
  (error instanceof Error && 'code' in error && (error.code === 'Z_DATA_ERROR' || error.code === 'Z_BUF_ERROR'))
