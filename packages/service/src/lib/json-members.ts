import { endOfJsonString } from './json-string.ts'

/** A change of one member of an object, wherever its path leads: names, and `*` for the elements of a list. */
export type MemberChange = {
  readonly path: readonly string[]
  /** The JSON that takes the place of its value; null: the member is left out. */
  readonly value: string | null
}

type OpenValue = {
  readonly isObject: boolean
  /** Those whose path leads through this value or ends in it. */
  readonly changes: readonly MemberChange[]
  /** The changes of the value that comes next in it. */
  inner: readonly MemberChange[]
  expectsKey: boolean
  hasMember: boolean
}

const [quote, comma] = [0x22, 0x2c]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]

/**
 * JSON with other members, piece by piece, however large it is: all that no path leads to is passed on as it is. It must be
 * well-formed, and the names of members near a path must have no escapes.
 */
export async function* changeMembers(
  json: AsyncIterable<Uint8Array>,
  changes: readonly MemberChange[],
): AsyncGenerator<Uint8Array> {
  const open: OpenValue[] = []
  let [inString, isEscaped, isCopied] = [false, false, true]
  /** The name that is being read, as its bytes; null: a value is. */
  let key: string | null = null

  /** Opens a value with the changes that its path leads to. */
  const enter = (byte: number): void => {
    const holder = open.at(-1)
    const isObject = byte === openObject
    const own = holder === undefined ? changes : holder.inner
    const depth = open.length
    const inner = isObject ? [] : own.filter(({ path }) => path[depth] === '*')
    open.push({ isObject, changes: own, inner, expectsKey: isObject, hasMember: false })
  }

  for await (const piece of json) {
    const passed: Uint8Array[] = []
    let [at, from] = [0, 0]
    const stopCopying = (to: number): void => {
      if (isCopied && to > from) passed.push(piece.subarray(from, to))
      isCopied = false
    }
    const copyFrom = (start: number): void => {
      if (!isCopied) from = start
      isCopied = true
    }
    /** Behind the name of a member that a path may lead to. */
    const beginMember = (value: OpenValue, name: string, end: number): void => {
      const depth = open.length - 1
      value.inner = value.changes.filter(({ path }) => path[depth] === name)
      const change = value.inner.find(({ path }) => path.length === depth + 1)
      // Within a value that is not passed on, nothing is to be found.
      if (change !== undefined) value.inner = []
      if (change?.value === null) return
      passed.push(Buffer.from(`${value.hasMember ? ',' : ''}"${name}"`, 'latin1'))
      value.hasMember = true
      if (change === undefined) copyFrom(end)
      else passed.push(Buffer.from(`:${change.value}`))
    }

    while (at < piece.length) {
      const value = open.at(-1)
      if (inString) {
        const found = endOfJsonString(piece, at, isEscaped)
        if (key !== null) key += Buffer.from(piece.buffer, piece.byteOffset + at, found.end - at).toString('latin1')
        isEscaped = found.isEscaped
        at = found.isOver ? found.end + 1 : found.end
        if (!found.isOver) continue
        inString = false
        if (key !== null && value !== undefined) beginMember(value, key, at)
        key = null
        continue
      }
      const byte = piece[at]
      const isNear = value?.isObject === true && value.changes.length > 0
      if (byte === quote) {
        inString = true
        if (isNear && value.expectsKey) {
          value.expectsKey = false
          key = ''
          stopCopying(at)
        }
      } else if (byte === comma && isNear) {
        value.expectsKey = true
        stopCopying(at)
      } else if (byte === openObject || byte === openList) {
        enter(byte)
      } else if (byte === closeObject || byte === closeList) {
        if (isNear) copyFrom(at)
        open.pop()
      }
      at += 1
    }
    if (isCopied && from < piece.length) passed.push(piece.subarray(from))
    yield* passed
  }
}
