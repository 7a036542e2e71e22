import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { BlobDamagedError } from '../../blobs/blob-store.ts'
import type { StoredResult } from '../../jobs/job.ts'

/**
 * The bytes of a stored result, as long as they are those that were stored. The last of them are held back until the hash
 * of all has been compared, so that no caller receives the whole of a damaged result; in the middle the stream breaks off.
 * @throws {BlobDamagedError} before the first byte, when a result that comes in one piece is damaged.
 */
export const verified = async (stored: Readable, { path, etag }: StoredResult): Promise<Readable> => {
  const pieces = verifiedPieces(stored, path, etag)
  const first = await pieces.next()
  return Readable.from(following(first, pieces), { objectMode: false })
}

async function* verifiedPieces(stored: Readable, path: string, etag: string): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256')
  let held: Uint8Array | null = null
  for await (const piece of stored) {
    const bytes: Uint8Array = piece
    hash.update(bytes)
    if (held !== null) yield held
    held = bytes
  }
  if (hash.digest('base64url') !== etag) throw new BlobDamagedError(`the bytes of the blob ${path} have changed`)
  if (held !== null) yield held
}

async function* following(
  first: IteratorResult<Uint8Array, void>,
  pieces: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  if (first.done === true) return
  yield first.value
  yield* pieces
}
