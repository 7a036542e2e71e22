/** The pieces of a stream, which is cancelled when they are not read to the end. Not every browser can iterate it itself. */
export const piecesOfBody = async function* <Piece>(
  stream: ReadableStream<Piece>,
): AsyncGenerator<Piece, void, undefined> {
  const reader = stream.getReader()
  let isOver = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      isOver = done
      if (done) return
      yield value
    }
  } finally {
    // A stream that failed rejects this with the error that the reader was given.
    if (!isOver) await reader.cancel().catch(() => {})
  }
}
