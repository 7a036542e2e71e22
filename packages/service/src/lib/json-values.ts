import { findJsonPart, type JsonPath } from './json-part.ts'

/** Parses one value of JSON, of which it may be a small part; undefined if it is not there. */
export const parseJsonPart = async (json: AsyncIterable<Uint8Array>, path: JsonPath): Promise<unknown> => {
  const part = await findJsonPart(json, path)
  if (part === null) return undefined
  const pieces: Uint8Array[] = []
  for await (const piece of part.bytes) pieces.push(piece)
  const text = Buffer.concat(pieces).toString()
  return JSON.parse(part.isString ? `"${text}"` : text)
}

/**
 * Parses the elements of a list one by one, so that a list that is too large to be parsed takes no more memory than its
 * largest element; null if it is not there. The JSON must be well-formed.
 */
export const parseJsonElements = async (
  json: AsyncIterable<Uint8Array>,
  path: JsonPath,
): Promise<AsyncGenerator | null> => {
  const part = await findJsonPart(json, path)
  return part === null ? null : elementsOf(part.bytes)
}

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openObject, closeObject, openList, closeList] = [0x7b, 0x7d, 0x5b, 0x5d]

async function* elementsOf(list: AsyncIterable<Uint8Array>): AsyncGenerator {
  let depth = 0
  let [isString, isEscaped] = [false, false]
  let pieces: Uint8Array[] = []
  for await (const chunk of list) {
    let from = 0
    const ended = (at: number): string => {
      const text = Buffer.concat([...pieces, chunk.subarray(from, at)]).toString()
      ;[pieces, from] = [[], at + 1]
      return text
    }
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (isString) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isString = false
      } else if (byte === quote) isString = true
      else if (byte === comma && depth === 1) yield JSON.parse(ended(at))
      else if (byte === openObject || byte === openList) {
        depth += 1
        if (depth === 1) from = at + 1
      } else if (byte === closeObject || byte === closeList) {
        depth -= 1
        if (depth > 0) continue
        const last = ended(at)
        if (last.trim() !== '') yield JSON.parse(last)
        return
      }
    }
    if (from < chunk.length) pieces.push(chunk.subarray(from))
  }
}
