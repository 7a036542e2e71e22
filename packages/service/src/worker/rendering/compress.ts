import { pipeline } from 'node:stream/promises'
import { createGzip, gzipSync } from 'node:zlib'

type CompressionPiece = string | Uint8Array

/** Small pieces are joined to this size before they are compressed, because each call has a cost of its own. */
const batchBytes = 64 * 1024
/** Length of compressed bytes: large enough that handing them from thread to thread costs little. */
const chunkSize = 256 * 1024

async function* batched(
  pieces: Iterable<CompressionPiece> | AsyncIterable<CompressionPiece>,
): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    const buffer = typeof piece === 'string' ? Buffer.from(piece) : piece
    waiting.push(buffer)
    bytes += buffer.length
    if (bytes < batchBytes) continue
    yield joinCompressionPieces(waiting)
    waiting = []
    bytes = 0
  }
  yield joinCompressionPieces(waiting)
}

/** A document comes as one large piece, which is not copied. */
const joinCompressionPieces = (pieces: readonly Uint8Array[]): Uint8Array => {
  const [only, ...more] = pieces
  return only !== undefined && more.length === 0 ? only : Buffer.concat(pieces)
}

/** The pieces as one gzip file. Throws the errors of the pieces. */
export async function* compress(
  pieces: Iterable<CompressionPiece> | AsyncIterable<CompressionPiece>,
): AsyncGenerator<Uint8Array> {
  const batches = batched(pieces)
  const first = await batches.next()
  if (first.done === true) return
  const second = await batches.next()
  // Most results are this small, and a stream costs several times as much as what it compresses.
  if (second.done === true) return yield gzipSync(first.value)
  const gzip = createGzip({ chunkSize })
  const feeding = pipeline(async function* () {
    yield first.value
    yield second.value
    yield* batches
  }, gzip)
  // The stream throws its error as well.
  feeding.catch(() => {})
  yield* gzip
}
