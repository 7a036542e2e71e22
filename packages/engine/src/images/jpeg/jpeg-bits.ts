import type { HuffmanTable } from './huffman-table.ts'
import { damagedImage } from '../image.ts'

/** The bits of a scan, in which no byte is a marker (ITU-T T.81, F.2.2.5). */
export type JpegBits = {
  /** The next symbol of a table. */
  symbol(table: HuffmanTable): number
  /** The next bits as a number; at most 16. */
  take(count: number): number
  /** The same for a difference or a coefficient, which may be negative (F.2.2.1). */
  signed(count: number): number
  /** @throws {EngineFailure} `document_damaged` where more was taken than there is. */
  refuseMissing(): void
  /** Goes to the next marker, over what is left before it. Where it begins. */
  toMarker(): number
  /** Goes on behind a marker of two bytes. */
  afterMarker(): void
}

/** It runs for every bit, where `itemAt` is slow. */
export const jpegBits = (bytes: Uint8Array, start: number): JpegBits => {
  let [at, bits, count, missing] = [start, 0, 0, 0]
  /** Fills up to at least 25 bits, with zeros where a marker or the end of the file is reached. */
  const fill = (): void => {
    while (count <= 24) {
      const byte = bytes[at] ?? 0
      const isMarker = byte === 0xff && bytes[at + 1] !== 0
      if (at >= bytes.length || isMarker) missing += 8
      else at += byte === 0xff ? 2 : 1
      bits = (bits << 8) | (isMarker ? 0 : byte)
      count += 8
    }
  }
  const take = (wanted: number): number => {
    if (wanted === 0) return 0
    if (count < wanted) fill()
    count -= wanted
    return (bits >>> count) & ((1 << wanted) - 1)
  }
  const symbol = ({ short, maxCodes, offsets, symbols }: HuffmanTable): number => {
    if (count < 16) fill()
    const entry = short[(bits >>> (count - 9)) & 511] ?? 0
    if (entry !== 0) {
      count -= entry & 15
      return entry >> 4
    }
    for (let length = 10; length <= 16; length += 1) {
      const code = (bits >>> (count - length)) & ((1 << length) - 1)
      if (code > (maxCodes[length] ?? -1)) continue
      count -= length
      return symbols[code + (offsets[length] ?? 0)] ?? 0
    }
    throw damagedImage()
  }
  return {
    symbol,
    take,
    signed: (wanted) => {
      const value = take(wanted)
      return wanted > 0 && value < 1 << (wanted - 1) ? value - (1 << wanted) + 1 : value
    },
    refuseMissing: () => {
      if (missing > count) throw damagedImage()
    },
    toMarker: () => {
      ;[bits, count, missing] = [0, 0, 0]
      while (at + 1 < bytes.length && !(bytes[at] === 0xff && bytes[at + 1] !== 0 && bytes[at + 1] !== 0xff)) at += 1
      return at
    },
    afterMarker: () => {
      at += 2
    },
  }
}
