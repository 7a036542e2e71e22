import { endOfJsonString } from './json-string.ts'

/**
 * The selection of an element of a list: the one with this text as a member, which comes before the value that is
 * searched in it.
 */
export type Selector = { readonly member: string; readonly text: string }

/** The path to a value in JSON: names of members, and selectors of elements. */
export type JsonPath = readonly (string | Selector)[]

export type JsonPart = {
  /** A string's content, without quotes and still escaped; or the text of any other value. */
  readonly isString: boolean
  /** The short strings beside it that came before it, by name. */
  readonly siblings: ReadonlyMap<string, string>
  readonly bytes: AsyncGenerator<Uint8Array>
}

/**
 * Finds one value in JSON that may be too large to be parsed; null if it is not there. The JSON is read up to the end of
 * the value, piece by piece, with little work for each: strings, of which it mostly consists, are skipped and not looked
 * at. Nothing is checked: it must be well-formed.
 */
export const findJsonPart = async (json: AsyncIterable<Uint8Array>, path: JsonPath): Promise<JsonPart | null> => {
  const found = scan(json, path)
  const first = await found.next()
  if (first.done === true || first.value instanceof Uint8Array) return null
  return { ...first.value, bytes: bytesOfJsonPart(found) }
}

type Start = Pick<JsonPart, 'isString' | 'siblings'>

async function* bytesOfJsonPart(found: AsyncGenerator<Start | Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const piece of found) if (piece instanceof Uint8Array) yield piece
}

const [quote, comma, colon] = [0x22, 0x2c, 0x3a]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09

/** An object or list that is open. */
type JsonFrame = {
  readonly isObject: boolean
  /** The number of steps of the path that lead here; -1 beside the path. */
  readonly matched: number
  /** True if it is the element that is meant. */
  isSelected: boolean
  readonly strings: Map<string, string>
  key: string
  expectsKey: boolean
}

/** Bytes of a string that is kept to be compared. */
const maxKept = 1024

async function* scan(json: AsyncIterable<Uint8Array>, path: JsonPath): AsyncGenerator<Start | Uint8Array> {
  const frames: JsonFrame[] = []
  /** The value that is being read now: of no interest, a name, a short string to be kept, or the one that is looked for. */
  let inString: 'skipped' | 'key' | 'kept' | 'found' | null = null
  let kept = ''
  let isEscaped = false
  /** The number of frames around the value that is looked for, once it has begun and is no string. */
  let foundAt: number | null = null
  let isScalar = false

  /** Counts how many steps lead to a value that begins in this frame. */
  const matchedIn = (frame: JsonFrame | undefined): number => {
    if (frame === undefined) return 0
    const step = path[frame.matched]
    if (frame.matched === -1 || step === undefined || !frame.isSelected) return -1
    if (frame.isObject) return step === frame.key ? frame.matched + 1 : -1
    return typeof step === 'string' ? -1 : frame.matched + 1
  }

  for await (const chunk of json) {
    let at = 0
    /** The offset in this piece at which the bytes of the wanted value begin. */
    let from: number = foundAt !== null || inString === 'found' ? 0 : -1
    while (at < chunk.length) {
      const frame = frames.at(-1)
      if (inString !== null) {
        const start = at
        const { end, isOver, isEscaped: endsEscaped } = endOfJsonString(chunk, start, isEscaped)
        isEscaped = endsEscaped
        if ((inString === 'key' || inString === 'kept') && kept.length < maxKept)
          kept += Buffer.from(chunk.buffer, chunk.byteOffset + start, end - start).toString('latin1')
        at = isOver ? end + 1 : end
        if (!isOver) continue
        if (inString === 'found') {
          yield chunk.subarray(from, end)
          return
        }
        if (inString === 'key' && frame !== undefined) frame.key = decodeJsonStringBytes(kept)
        if (inString === 'kept' && frame !== undefined && kept.length < maxKept) {
          frame.strings.set(frame.key, decodeJsonStringBytes(kept))
          const step = path[frame.matched - 1]
          if (typeof step === 'object' && step.member === frame.key)
            frame.isSelected = frame.strings.get(frame.key) === step.text
        }
        inString = null
        continue
      }
      const byte = chunk[at] ?? 0
      if (
        foundAt !== null &&
        isScalar &&
        (byte === comma || byte === closeObject || byte === closeList || isSpace(byte))
      ) {
        yield chunk.subarray(from, at)
        return
      }
      at += 1
      if (isSpace(byte) || byte === colon) continue
      if (byte === comma) {
        if (frame !== undefined) frame.expectsKey = frame.isObject
        continue
      }
      if (byte === closeObject || byte === closeList) {
        frames.pop()
        if (foundAt !== null && frames.length === foundAt) {
          yield chunk.subarray(from, at)
          return
        }
        continue
      }
      if (byte === quote && frame?.expectsKey === true) {
        frame.expectsKey = false
        ;[inString, kept] = ['key', '']
        continue
      }
      if (foundAt !== null) {
        if (byte === quote) inString = 'skipped'
        else if (byte === openObject || byte === openList) frames.push(frameOf(byte, -1, false))
        continue
      }
      // A value begins.
      const matched = matchedIn(frame)
      if (matched === path.length) {
        yield { isString: byte === quote, siblings: frame?.strings ?? new Map() }
        if (byte === quote) [inString, from] = ['found', at]
        else {
          ;[foundAt, from] = [frames.length, at - 1]
          isScalar = byte !== openObject && byte !== openList
          if (!isScalar) frames.push(frameOf(byte, -1, false))
        }
      } else if (byte === quote) {
        const isNear = frame?.isObject === true && frame.matched > 0
        ;[inString, kept] = [isNear ? 'kept' : 'skipped', '']
      } else if (byte === openObject || byte === openList) {
        const needsSelection = frame !== undefined && !frame.isObject && matched !== -1
        frames.push(frameOf(byte, matched, !needsSelection))
      }
    }
    if (from !== -1) yield chunk.subarray(from)
  }
}

const frameOf = (byte: number, matched: number, isSelected: boolean): JsonFrame => ({
  isObject: byte === openObject,
  matched,
  isSelected,
  strings: new Map(),
  key: '',
  expectsKey: byte === openObject,
})

/** The text of a string that was kept as its bytes, without quotes. */
const decodeJsonStringBytes = (bytes: string): string => {
  const text: unknown = JSON.parse(`"${Buffer.from(bytes, 'latin1').toString('utf8')}"`)
  return String(text)
}
