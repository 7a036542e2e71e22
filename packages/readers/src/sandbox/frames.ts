import type { Readable, Writable } from 'node:stream'
import { deserialize, serialize } from 'node:v8'

/*
 * Values over a byte stream, each as its length in four bytes, a byte that says whether it is a message or a document,
 * and then itself as V8 writes it. Messages are small and are read at once; a document is handed on as it came, because
 * reading it takes time in proportion to its size. Node's own channel between processes does the same without a limit:
 * whoever has taken over the other end could fill this end's memory with one message.
 */

const headerBytes = 5
const kinds = { message: 0, document: 1 } as const

/** A message of any report takes less. */
const maxMessageBytes = 2 ** 20

/** The first bytes are handed to the system at once, so a small value is on its way even if this thread never returns. */
export const writeFrame = (stream: Writable, value: unknown, kind: keyof typeof kinds = 'message'): void => {
  const body = serialize(value)
  const header = Buffer.alloc(headerBytes)
  header.writeUInt32LE(body.length)
  header.writeUInt8(kinds[kind], 4)
  stream.write(header)
  stream.write(body)
}

export type FrameReader = {
  readonly take: (message: unknown) => void
  /** Gets a document as V8 wrote it. Without it, documents are refused. */
  readonly takeDocument?: (serialized: Uint8Array) => void
  /** Called once, and then never anything again: a frame beyond the limit, or one that holds no value. */
  readonly refuse: (reason: 'too_large' | 'unreadable') => void
}

/** Reads frames; a document of more than `maxDocumentBytes` is refused before it is in memory. */
export const readFrames = (
  stream: Readable,
  maxDocumentBytes: number,
  { take, takeDocument, refuse }: FrameReader,
): void => {
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
        const kind = header.readUInt8(4)
        if (length === 0 || kind > kinds.document) return end('unreadable')
        if (kind === kinds.document && takeDocument === undefined) return end('unreadable')
        if (length > (kind === kinds.document ? maxDocumentBytes : maxMessageBytes)) return end('too_large')
        target = Buffer.allocUnsafeSlow(length)
      } else {
        const body = target
        target = header
        if (header.readUInt8(4) === kinds.document) {
          takeDocument?.(body)
          continue
        }
        const message = valueOf(body)
        if (message === null) return end('unreadable')
        take(message.value)
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
