import { lastBefore } from './pieces.ts'
import type { Streams } from './streams.ts'

/** The settings of a range of the main stream. */
export type CharacterRange = {
  readonly from: number
  readonly to: number
  /** The style of a paragraph; 0 for stretches. */
  readonly style: number
  readonly list: Buffer
}

/** Finds what is set at an offset of the main stream. */
export type Formatting = (offset: number) => CharacterRange | null

const docFormattingPageBytes = 512
const emptyDocSettings = Buffer.alloc(0)

/** The formatting of characters (MS-DOC 2.9.33, 2.9.32). */
export const characterFormatting = (streams: Streams): Formatting =>
  lookup(streams, 'characterPages', 1, (page, entry) => {
    const at = page.readUInt8(entry) * 2
    return { style: 0, list: at === 0 ? emptyDocSettings : page.subarray(at + 1, at + 1 + page.readUInt8(at)) }
  })

/** The formatting of paragraphs (MS-DOC 2.9.175, 2.9.174). */
export const paragraphFormatting = (streams: Streams): Formatting =>
  lookup(streams, 'paragraphPages', 13, (page, entry) => {
    const at = page.readUInt8(entry) * 2
    const half = at === 0 ? 0 : page.readUInt8(at)
    // An odd length is given in one byte, an even one in a second.
    const start = half === 0 ? at + 2 : at + 1
    const length = half === 0 ? page.readUInt8(at + 1) * 2 : half * 2 - 1
    const content = at === 0 ? emptyDocSettings : page.subarray(start, start + length)
    return content.length < 2
      ? { style: 0, list: emptyDocSettings }
      : { style: content.readUInt16LE(0), list: content.subarray(2) }
  })

type ReadEntry = (page: Buffer, entry: number) => Pick<CharacterRange, 'style' | 'list'>

/** Pages of formatting are listed by the offsets at which they begin, and read when they are needed. */
const lookup = (
  { main, structure }: Streams,
  name: 'characterPages' | 'paragraphPages',
  entryBytes: number,
  readEntry: ReadEntry,
): Formatting => {
  const bytes = structure(name)
  const count = Math.max(0, Math.floor((bytes.length - 4) / 8))
  const pages = Array.from({ length: count }, (_, index) => ({
    from: bytes.readUInt32LE(index * 4),
    number: bytes.readUInt32LE((count + 1) * 4 + index * 4) & 0x3fffff,
  }))
  const known = new Map<number, readonly CharacterRange[]>()
  const rangesOf = (number: number): readonly CharacterRange[] => {
    const page = main.subarray(number * docFormattingPageBytes, (number + 1) * docFormattingPageBytes)
    if (page.length < docFormattingPageBytes) return []
    const length = page.readUInt8(docFormattingPageBytes - 1)
    const entriesAt = (length + 1) * 4
    if (entriesAt + length * entryBytes > docFormattingPageBytes) return []
    return Array.from({ length }, (_, index) => ({
      from: page.readUInt32LE(index * 4),
      to: page.readUInt32LE(index * 4 + 4),
      ...readEntry(page, entriesAt + index * entryBytes),
    }))
  }
  return (offset) => {
    const page = pages[lastBefore(pages, offset)]
    if (page === undefined) return null
    const ranges = known.get(page.number) ?? rangesOf(page.number)
    known.set(page.number, ranges)
    const range = ranges[lastBefore(ranges, offset)]
    return range !== undefined && offset < range.to ? range : null
  }
}
