/** The chunks, ending with the signal's reason the moment it is aborted, even if the next chunk never arrives. */
export async function* untilAborted(
  content: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const stopped = Promise.withResolvers<never>()
  stopped.promise.catch(() => {})
  const stop = () => stopped.reject(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener('abort', stop, { once: true })
  const chunks = content[Symbol.asyncIterator]()
  let ended = false
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), stopped.promise])
      if (next.done === true) {
        ended = true
        return
      }
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    // Not awaited: a source that hangs would hang here again.
    if (!ended) chunks.return?.().catch(() => {})
  }
}

export type Part = { readonly bytes: Buffer; readonly isLast: boolean }

/** The same bytes in parts of exactly this size, except for the last; at least one part, which may be empty. */
export async function* inParts(content: AsyncIterable<Uint8Array>, partBytes: number): AsyncGenerator<Part> {
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
