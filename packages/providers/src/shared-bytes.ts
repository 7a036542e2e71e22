/** Bytes in pieces of memory that all threads share, so that passing them on copies nothing, however many they are. */
export type SharedBytes = readonly Uint8Array<SharedArrayBuffer>[]

const sharedChunkBytes = 1024 * 1024

/** Everything that comes, copied piece by piece. Throws the errors of the source. */
export const gather = async (source: AsyncIterable<unknown>): Promise<SharedBytes> => {
  const pieces: Uint8Array<SharedArrayBuffer>[] = []
  let open = new Uint8Array(new SharedArrayBuffer(0))
  for await (const chunk of source) {
    if (!(chunk instanceof Uint8Array)) throw new TypeError('a stream of bytes is needed')
    for (let rest = chunk; rest.length > 0;) {
      if (open.length === 0) {
        open = new Uint8Array(new SharedArrayBuffer(sharedChunkBytes))
        pieces.push(open)
      }
      const taken = rest.subarray(0, open.length)
      open.set(taken)
      open = open.subarray(taken.length)
      rest = rest.subarray(taken.length)
    }
  }
  const last = pieces.pop()
  return last === undefined ? [] : [...pieces, last.subarray(0, last.length - open.length)]
}

export const byteCount = (bytes: SharedBytes): number => bytes.reduce((sum, { length }) => sum + length, 0)

/** All bytes as one buffer: that copies them at once, so a large one is not for the main thread. */
export const joinedBytes = (bytes: SharedBytes): Buffer => Buffer.concat(bytes)

/** A copy in one piece of shared memory. */
export const shared = (bytes: Uint8Array): Uint8Array<SharedArrayBuffer> => {
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length))
  copy.set(bytes)
  return copy
}
