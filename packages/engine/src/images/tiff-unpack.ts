import { inflateRawSync } from 'node:zlib'
import type { Directory } from './tiff-directories.ts'
import { faxCompressions, type UnpackedRows, unpackTiffFax } from './tiff-fax.ts'
import { unpackTiffLzw } from './tiff-lzw.ts'
import { tagOr, tiffTags as tags } from './tiff-tags.ts'

/** The values of Compression that are no JPEG (TIFF 6.0 and its supplement 2). */
const [lzw, deflates, packBits] = [5, [8, 32946], 32773]

export const faxes: readonly number[] = Object.values(faxCompressions)

export const unpackedCompressions: readonly number[] = [1, ...faxes, lzw, ...deflates, packBits]

export type TiffBlockLayout = {
  readonly blockWidth: number
  readonly blockHeight: number
  /** Samples of a pixel in one block. */
  readonly count: number
  readonly bits: number
}

/** Counts the bytes of rows that are not compressed. */
export const bytesOfTiffRows = (rows: number, { blockWidth, count, bits }: TiffBlockLayout): number =>
  rows * Math.ceil((blockWidth * count * bits) / 8)

/**
 * Returns the rows of a block, whose missing bytes are 0.
 * @throws {EngineFailure} `document_damaged`; other errors where a deflated block is damaged or longer than a block can be.
 */
export const unpackTiffBlock = (
  directory: Directory,
  block: Buffer,
  { layout, rows, isLittle }: { readonly layout: TiffBlockLayout; readonly rows: number; readonly isLittle: boolean },
): UnpackedRows => {
  const compression = tagOr(directory, tags.compression, 1)
  const length = bytesOfTiffRows(rows, layout)
  if (faxes.includes(compression))
    return unpackTiffFax(block, {
      width: layout.blockWidth,
      height: rows,
      compression,
      options: tagOr(directory, compression === faxCompressions.t4 ? tags.t4Options : tags.t6Options, 0),
      isReversed: tagOr(directory, tags.fillOrder, 1) === 2,
    })
  if (compression === packBits) return { unpacked: unpackPackBits(block, length), lostRows: 0 }
  const unpacked =
    compression === 1 ? block : unpackCodes(block, compression, bytesOfTiffRows(layout.blockHeight, layout))
  const whole = new Uint8Array(length)
  whole.set(unpacked.subarray(0, length))
  if (compression !== 1 && tagOr(directory, tags.predictor, 1) === 2) addDifferences(whole, layout, isLittle)
  return { unpacked: whole, lostRows: 0 }
}

/** Unpacks no more than a block can have: some writers fill up the last one with rows below the picture. */
const unpackCodes = (block: Buffer, compression: number, length: number): Uint8Array => {
  if (compression === lzw) return unpackTiffLzw(block, length)
  const headerBytes = 2
  return inflateRawSync(block.subarray(headerBytes), { maxOutputLength: length })
}

/** Unpacks bytes as they are and bytes that repeat (TIFF 6.0, section 9). */
const unpackPackBits = (packed: Uint8Array, length: number): Uint8Array => {
  const unpacked = new Uint8Array(length)
  for (let [from, to] = [0, 0]; from < packed.length && to < length;) {
    const head = packed[from] ?? 0
    from += 1
    if (head < 128) {
      unpacked.set(packed.subarray(from, from + Math.min(head + 1, length - to)), to)
      from += head + 1
      to += head + 1
    } else if (head > 128) {
      unpacked.fill(packed[from] ?? 0, to, to + 257 - head)
      from += 1
      to += 257 - head
    }
  }
  return unpacked
}

/** Makes samples of their differences to those at the left (TIFF 6.0, section 14). */
const addDifferences = (unpacked: Uint8Array, layout: TiffBlockLayout, isLittle: boolean): void => {
  const rowBytes = bytesOfTiffRows(1, layout)
  const step = (layout.count * layout.bits) / 8
  const view = new DataView(unpacked.buffer)
  for (let row = 0; row < unpacked.length; row += rowBytes)
    for (let at = row + step; at < row + rowBytes; at += layout.bits / 8)
      if (layout.bits === 8) unpacked[at] = (unpacked[at] ?? 0) + (unpacked[at - step] ?? 0)
      else view.setUint16(at, view.getUint16(at, isLittle) + view.getUint16(at - step, isLittle), isLittle)
}
