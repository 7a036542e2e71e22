import type { Readable, Writable } from 'node:stream'
import { deserialize, serialize } from 'node:v8'

/*
 * Values over a byte stream: for each its length in four bytes, a byte that says whether it is a message or a document,
 * and the value as V8 serializes it. Messages are small and are parsed at once; a document is passed on in its
 * serialized form, because parsing it takes time in proportion to its size. Node's own channel between processes has no
 * limit: code that has taken over the other end could fill this end's memory with one message.
 */

const sandboxFrameHeaderBytes = 5
const sandboxFrameKinds = { message: 0, document: 1 } as const

/** Every report is smaller. */
const maxMessageBytes = 2 ** 20

/**
 * Bytes of a page that is sent before its document: a page of dense text with all its styles has a tenth of that. A larger
 * one comes with the document alone. Smaller than any message may be.
 */
export const maxPageBytes = 1_000_000

/** The first bytes are passed to the system at once, so a small value is sent even if this thread never returns. */
export const writeFrame = (
  stream: Writable,
  value: unknown,
  kind: keyof typeof sandboxFrameKinds = 'message',
): void => {
  const body = serialize(value)
  const header = Buffer.alloc(sandboxFrameHeaderBytes)
  header.writeUInt32LE(body.length)
  header.writeUInt8(sandboxFrameKinds[kind], 4)
  stream.write(header)
  stream.write(body)
}

export type FrameReader = {
  readonly take: (message: unknown) => void
  /** Called with a serialized document. Without it, documents are refused. */
  readonly takeDocument?: (serialized: Uint8Array) => void
  /** Called once, for a frame that is too large or cannot be parsed; nothing is read after it. */
  readonly refuse: (reason: 'too_large' | 'unreadable') => void
}

/** Reads frames; a document of more than `maxDocumentBytes` is refused before it is in memory. */
export const readFrames = (
  stream: Readable,
  maxDocumentBytes: number,
  { take, takeDocument, refuse }: FrameReader,
): void => {
  const header = Buffer.alloc(sandboxFrameHeaderBytes)
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
        if (length === 0 || kind > sandboxFrameKinds.document) return end('unreadable')
        if (kind === sandboxFrameKinds.document && takeDocument === undefined) return end('unreadable')
        if (length > (kind === sandboxFrameKinds.document ? maxDocumentBytes : maxMessageBytes)) return end('too_large')
        target = Buffer.allocUnsafeSlow(length)
      } else {
        const body = target
        target = header
        if (header.readUInt8(4) === sandboxFrameKinds.document) {
          takeDocument?.(body)
          continue
        }
        const message = deserializeFrame(body)
        if (message === null) return end('unreadable')
        take(message.value)
      }
    }
  }
  stream.on('data', read)
}

const deserializeFrame = (frame: Buffer): { readonly value: unknown } | null => {
  try {
    return { value: deserialize(frame) }
  } catch {
    return null
  }
}
