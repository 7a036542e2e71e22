import { alternativeText } from '../office-text.ts'

/** Numbers of records of drawings: a store's entry, and pictures that are files (MS-ODRAW 2.2.22, 2.2.23). */
const entry = 0xf007
const files: ReadonlySet<number> = new Set([0xf01d, 0xf01e, 0xf01f, 0xf029, 0xf02a])
/** Properties of a shape, and the one that describes it in words (MS-ODRAW 2.2.9, 2.3.4.5). */
const properties = 0xf00b
const description = 0x0381
const container = 15
const headBytes = 8
const entryBytes = 36
const identifierBytes = 16
/** Levels of containers; there are two. */
const deepest = 10

/** A picture as it was inserted, with the words that describe it. */
export type WordPicture = { readonly file: Buffer; readonly alternative: string }

/**
 * The picture in a line of text (MS-DOC 2.9.193); null where it is missing, or drawn by commands as those of Windows are.
 */
export const pictureAt = (data: Buffer, at: number): WordPicture | null => {
  if (at < 0 || at + headBytes > data.length) return null
  const picture = data.subarray(at, at + data.readUInt32LE(at))
  if (picture.length < headBytes) return null
  let file: Buffer | null = null
  let alternative = ''
  for (const { head, number, content } of recordsIn(picture.subarray(picture.readUInt16LE(4)), 0)) {
    if (number === properties) alternative = descriptionIn(content, head >> 4)
    // The lowest bit of its kind says that a picture has two identifiers.
    else if (files.has(number)) file ??= content.subarray(identifierBytes * (1 + ((head >> 4) & 1)) + 1)
  }
  return file === null ? null : { file, alternative }
}

type DrawingRecord = { readonly head: number; readonly number: number; readonly content: Buffer }

/** The records that hold no others, in order. */
const recordsIn = function* (bytes: Buffer, depth: number): Generator<DrawingRecord> {
  let at = 0
  while (at + headBytes <= bytes.length && depth < deepest) {
    const [head, number, length] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2), bytes.readUInt32LE(at + 4)]
    const content = bytes.subarray(at + headBytes, at + headBytes + length)
    if (number === entry) yield* recordsIn(content.subarray(entryBytes + (content[33] ?? 0)), depth + 1)
    else if ((head & 15) === container) yield* recordsIn(content, depth + 1)
    else yield { head, number, content }
    at += headBytes + length
  }
}

/** Properties of six bytes each, then the content of those that do not fit into them, in the same order. */
const descriptionIn = (content: Buffer, count: number): string => {
  let at = count * 6
  for (let index = 0; index < count && (index + 1) * 6 <= content.length; index += 1) {
    const identifier = content.readUInt16LE(index * 6)
    const isLong = (identifier & 0x8000) !== 0
    const length = isLong ? content.readUInt32LE(index * 6 + 2) : 0
    if ((identifier & 0x3fff) === description && isLong)
      return alternativeText(content.toString('utf16le', at, at + length).replace(/\0[^]*$/, ''))
    at += length
  }
  return ''
}
