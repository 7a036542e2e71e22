import { decodeBase64 } from './base64.ts'

/**
 * The bytes with which the file of an image begins. Within a string its quotes would be escaped, so this is always a
 * member.
 */
const imageDataStart = new TextEncoder().encode('"data":"')
const doubleQuoteByte = 0x22
const backslash = 0x5c

/** The length of base64 from which a file is worth an object of its own. */
const minLength = 4096

export type TakenFiles = {
  /** The JSON, with a name in place of each file. */
  readonly text: string
  readonly files: ReadonlyMap<string, Blob>
}

/**
 * Takes the files out of the JSON of a result as it arrives, because strings of a hundred megabytes would fill the heap:
 * each member `data` that is long base64 becomes a `Blob`, which the browser keeps elsewhere.
 */
export const createFileTaker = () => {
  const decoder = new TextDecoder()
  const files = new Map<string, Blob>()
  const text: string[] = []
  /** The bytes that may begin a file and go on in the next piece. */
  let rest: Uint8Array = new Uint8Array()
  /** The value of the member `data` that is being read. */
  let value: Uint8Array[] | null = null

  const keep = (bytes: Uint8Array) => text.push(decoder.decode(bytes, { stream: true }))

  const endValue = (pieces: readonly Uint8Array[]) => {
    const base64 = joinFilePieces(pieces)
    const bytes = base64.length < minLength ? null : decodeBase64(base64)
    if (bytes === null) {
      keep(base64)
      return
    }
    const name = `file of ${bytes.length} bytes ${crypto.randomUUID()}`
    files.set(name, new Blob([bytes]))
    text.push(name)
  }

  const feed = (piece: Uint8Array): void => {
    const bytes = joinFilePieces([rest, piece])
    rest = new Uint8Array()
    let from = 0
    for (;;) {
      if (value !== null) {
        const end = bytes.indexOf(doubleQuoteByte, from)
        value.push(bytes.slice(from, end < 0 ? undefined : end))
        if (end < 0) return
        endValue(value)
        value = null
        from = end
      }
      const found = endOfStart(bytes, from)
      if (found === null) {
        const to = Math.max(from, bytes.length - imageDataStart.length)
        keep(bytes.subarray(from, to))
        rest = bytes.slice(to)
        return
      }
      keep(bytes.subarray(from, found))
      value = []
      from = found
    }
  }

  const end = (): TakenFiles => {
    if (value !== null) for (const piece of value) keep(piece)
    keep(rest)
    text.push(decoder.decode())
    return { text: text.join(''), files }
  }
  return { feed, end }
}

const joinFilePieces = (pieces: readonly Uint8Array[]): Uint8Array => {
  const [only] = pieces
  if (only !== undefined && pieces.length === 1) return only
  const all = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}

/** The place just after the next `start`. */
const endOfStart = (bytes: Uint8Array, from: number): number | null => {
  for (let at = bytes.indexOf(doubleQuoteByte, from); at >= 0; at = bytes.indexOf(doubleQuoteByte, at + 1)) {
    if (bytes[at + 1] !== imageDataStart[1] || bytes[at - 1] === backslash) continue
    if (imageDataStart.every((byte, index) => bytes[at + index] === byte)) return at + imageDataStart.length
  }
  return null
}
