/** Bytes that come once, to be read as often as is needed, and no further than is needed: what has come is kept. */
export const replayable = (source: AsyncIterable<Uint8Array>): (() => AsyncGenerator<Uint8Array>) => {
  const pieces: Promise<IteratorResult<Uint8Array, unknown>>[] = []
  const iterator = source[Symbol.asyncIterator]()
  return async function* () {
    for (let index = 0; ; index += 1) {
      const piece = await (pieces[index] ??= iterator.next())
      if (piece.done === true) return
      yield piece.value
    }
  }
}
