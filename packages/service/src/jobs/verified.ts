import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { BlobDamagedError, type BlobRange } from '../blobs/blob-store.ts'
import type { StoredResult } from './job.ts'

/** Returns the range of the body in a stored result. */
export const resultBody = ({ size, bodySize }: StoredResult): BlobRange =>
  bodySize === size ? { size } : { size, end: bodySize }

/**
 * Passes on the body of a stored result while it hashes it, and holds back the last piece until the hash is right: a
 * stream of damaged bytes breaks off before its end, so that no caller takes it for the result.
 * @throws {BlobDamagedError} before the first byte, when a result that comes in one piece is damaged.
 */
export const verified = async (
  stored: Readable,
  { path, etag }: Pick<StoredResult, 'path' | 'etag'>,
): Promise<Readable> => {
  const pieces = verifiedPieces(stored, path, etag)
  const first = await pieces.next()
  const bytes = Readable.from(following(first, pieces), { objectMode: false })
  // A caller may leave before anything is read from here.
  return bytes.once('close', () => stored.destroy())
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
