import { untilAborted } from '@polyparse/engine'

/** The chunks, ending with the signal's reason the moment it is aborted, even if the next chunk never arrives. */
export async function* chunksUntilAborted(
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted()
  const chunks = content[Symbol.asyncIterator]()
  let ended = false
  try {
    for (;;) {
      // Not a race with a promise for all chunks, which would hold on to each of them.
      const next = await untilAborted(chunks.next(), signal)
      if (next.done === true) {
        ended = true
        return
      }
      yield next.value
    }
  } finally {
    // Not awaited: a source that hangs would hang here again.
    if (!ended) chunks.return?.().catch(() => {})
  }
}

export type BlobPart = { readonly bytes: Buffer; readonly isLast: boolean }

/** The same bytes in parts of exactly this size, except for the last; at least one part, which may be empty. */
export async function* inParts(content: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<BlobPart> {
  let waiting: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    waiting.push(chunk)
    size += chunk.length
    if (size <= partBytes) continue
    const bytes = Buffer.concat(waiting)
    let start = 0
    for (; size - start > partBytes; start += partBytes)
      yield { bytes: bytes.subarray(start, start + partBytes), isLast: false }
    waiting = [bytes.subarray(start)]
    size -= start
  }
  yield { bytes: Buffer.concat(waiting), isLast: true }
}
