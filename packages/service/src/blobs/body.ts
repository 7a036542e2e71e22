import { Readable } from 'node:stream'
import { BlobMismatchError, BlobReadError } from './blob-store.ts'

type Expected = {
  /** The length in bytes. */
  readonly length: number
  /** The time that the storage may take for its next bytes, in milliseconds. Default: for ever. */
  readonly stallMs?: number
  /** Tells whether an error says that all bytes came, but are not those that were stored. Default: none does. */
  readonly isMismatch?: (error: unknown) => boolean
}

/**
 * The bytes of a blob as a store sends them: either all of them, or a {@link BlobReadError}, whatever went wrong on the
 * way. The last piece is held back until the storage has said that all were right, so that nobody who knows the length
 * takes damaged bytes for the blob. A slow reader is not the storage's fault.
 */
export const wholeBody = (sent: Readable, expected: Expected): Readable => {
  // An error that comes before anybody reads is found by the first read.
  sent.on('error', () => {})
  const body = Readable.from(checkBodyStream(sent, expected), { objectMode: false })
  // A reader may leave before anything was read, or while nothing comes.
  return body.once('close', () => sent.destroy())
}

async function* checkBodyStream(sent: Readable, expected: Expected): AsyncGenerator<Uint8Array, void> {
  const pieces: AsyncIterator<Uint8Array> = sent[Symbol.asyncIterator]()
  let received = 0
  let held: Uint8Array | null = null
  for (;;) {
    const next = await nextOf(pieces, sent, expected)
    if (next.done === true) break
    if (held !== null) yield held
    held = next.value
    received += held.length
  }
  if (received !== expected.length)
    throw new BlobReadError(`a blob ended after ${received} of ${expected.length} bytes`)
  if (held !== null) yield held
}

const nextOf = async (
  pieces: AsyncIterator<Uint8Array>,
  sent: Readable,
  { stallMs, isMismatch }: Expected,
): Promise<IteratorResult<Uint8Array>> => {
  const stalled = () => sent.destroy(new BlobReadError(`no bytes came for ${stallMs} ms`))
  const timer = stallMs === undefined ? undefined : setTimeout(stalled, stallMs)
  try {
    return await pieces.next()
  } catch (error) {
    if (!(error instanceof BlobReadError) && isMismatch?.(error) === true)
      throw new BlobMismatchError('the bytes of a blob are others', { cause: error })
    throw new BlobReadError('a blob could not be read to its end', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
