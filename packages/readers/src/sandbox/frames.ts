import type { Readable, Writable } from 'node:stream'
import { deserialize, serialize } from 'node:v8'

/*
 * Values over a byte stream, each as its length in four bytes and then itself as V8 writes it. Node's own channel between
 * processes does the same without a limit: whoever has taken over the other end could fill this end's memory with one
 * message.
 */

const headerBytes = 4

/** The first bytes are handed to the system at once, so a small value is on its way even if this thread never returns. */
export const writeFrame = (stream: Writable, value: unknown): void => {
  const body = serialize(value)
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32LE(body.length)
  stream.write(header)
  stream.write(body)
}

export type FrameReader = {
  readonly take: (value: unknown) => void
  /** Called once, and then never anything again: a frame beyond the limit, or one that holds no value. */
  readonly refuse: (reason: 'too_large' | 'unreadable') => void
}

/** Reads frames of at most `limit` bytes; one that is larger is refused before it is in memory. */
export const readFrames = (stream: Readable, limit: number, { take, refuse }: FrameReader): void => {
  const header = Buffer.alloc(headerBytes)
  let target = header
  let filled = 0

  const end = (reason: Parameters<FrameReader['refuse']>[0]): void => {
    stream.off('data', read).resume()
    refuse(reason)
  }
  const read = (part: Buffer): void => {
    for (let rest = part; rest.length > 0;) {
      const taken = rest.copy(target, filled)
      rest = rest.subarray(taken)
      filled += taken
      if (filled < target.length) return
      filled = 0
      if (target === header) {
        const length = header.readUInt32LE()
        if (length > limit) return end('too_large')
        if (length === 0) return end('unreadable')
        target = Buffer.allocUnsafeSlow(length)
      } else {
        const value = valueOf(target)
        target = header
        if (value === null) return end('unreadable')
        take(value.value)
      }
    }
  }
  stream.on('data', read)
}

const valueOf = (frame: Buffer): { readonly value: unknown } | null => {
  try {
    return { value: deserialize(frame) }
  } catch {
    return null
  }
}
