import { EngineFailure } from '../engine-failure.ts'
import { damagedImage, notRead, refuseTooLarge } from './image.ts'
import { decodeJpeg } from './jpeg/decode-jpeg.ts'
import { readPictureHeader } from './picture-header.ts'
import type { Directory } from './tiff-directories.ts'
import { tagOr, tiffTags as tags } from './tiff-tags.ts'
import { bytesOfTiffRows, faxes, type TiffBlockLayout, unpackTiffBlock, unpackedCompressions } from './tiff-unpack.ts'

/*
 * The pixels of a TIFF lie in blocks, strips or tiles, that are compressed one by one. With separate planes, each block
 * is there once for each sample of a pixel.
 */

/** A block of the picture at its place, in pixels; tiles at the edges reach beyond it. */
export type TiffBlock = {
  readonly left: number
  readonly width: number
  readonly height: number
  /** The samples of a pixel. */
  readonly count: number
  /** Returns the samples of a row, a byte each, those of a pixel beside each other; of a palette its entries. */
  readonly row: (y: number) => Uint8Array
  /** Rows that are damaged, and show what is above them. */
  readonly lostRows: number
}

/** The size in which a page is decoded, and its blocks beside each other, from the top. */
export type TiffPicture = {
  readonly size: { readonly width: number; readonly height: number }
  readonly bands: Iterable<readonly TiffBlock[]>
}

/**
 * The values of compression, depth, format and colour that are understood; a file with any other is refused with its
 * number.
 */
const [oldJpeg, jpeg] = [6, 7]
const compressions = new Set([...unpackedCompressions, oldJpeg, jpeg])
const depths = new Set([1, 2, 4, 8, 16, 32])
const float = 3
const palette = 3

export const isJpeg = (directory: Directory): boolean => [oldJpeg, jpeg].includes(tagOr(directory, tags.compression, 1))

type Layout = TiffBlockLayout & { readonly isTiled: boolean; readonly planes: number }

const layoutOf = (directory: Directory): Layout => {
  const value = (tag: number, otherwise: number) => tagOr(directory, tag, otherwise)
  const [width, height] = [value(tags.width, 0), value(tags.height, 0)]
  const isTiled = directory.has(tags.tiles)
  const samples = value(tags.samples, 1)
  const isPlanar = value(tags.planes, 1) === 2 && samples > 1
  return {
    isTiled,
    blockWidth: isTiled ? value(tags.tileWidth, 0) : width,
    blockHeight: isTiled ? value(tags.tileHeight, 0) : Math.min(height, value(tags.rowsPerStrip, height)),
    planes: isPlanar ? samples : 1,
    count: isPlanar ? 1 : samples,
    bits: value(tags.bits, 1),
  }
}

const refuseUnknown = (directory: Directory, { bits, count, planes }: Layout): void => {
  const value = (tag: number, otherwise: number) => tagOr(directory, tag, otherwise)
  const compression = value(tags.compression, 1)
  if (!compressions.has(compression)) throw notRead(`compression ${compression}`)
  if (!depths.has(bits) || (directory.get(tags.bits) ?? []).some((each) => each !== bits))
    throw notRead(`${(directory.get(tags.bits) ?? []).join(', ')} bits a sample`)
  if (faxes.includes(compression) && (bits !== 1 || count !== 1)) throw notRead(`a fax of ${count} times ${bits} bits`)
  const format = value(tags.sampleFormat, 1)
  if (format !== 1 && format !== 4 && !(format === float && bits === 32)) throw notRead(`sample format ${format}`)
  const predictor = value(tags.predictor, 1)
  if (predictor !== 1 && !(predictor === 2 && (bits === 8 || bits === 16))) throw notRead(`predictor ${predictor}`)
  if (count * planes > maxSamples) throw notRead(`${count * planes} samples a pixel`)
}

/** Samples of a pixel; a file with more has measurements and no picture. */
const maxSamples = 8

/** Bytes of the blocks beside each other at most, which are in memory at once: those of one strip of fifty megapixels in colour. */
const maxBandBytes = 150_000_000

/**
 * The picture of a page; in fewer pixels where it is one JPEG and no more than this share of its sides is wanted.
 * @throws {EngineFailure} `document_damaged` when a block is missing, or stored in an unknown way, or `out_of_memory`.
 */
export const tiffPicture = (bytes: Buffer, directory: Directory, scale: number): TiffPicture => {
  const layout = layoutOf(directory)
  refuseTooLarge(layout.blockWidth, layout.blockHeight)
  refuseUnknown(directory, layout)
  const size = { width: tagOr(directory, tags.width, 0), height: tagOr(directory, tags.height, 0) }
  if (tagOr(directory, tags.compression, 1) === oldJpeg)
    return jpegPicture(directory, olderJpegFile(bytes, directory), { size, scale })
  const isOneJpeg = isJpeg(directory) && !layout.isTiled && layout.planes === 1 && layout.blockHeight >= size.height
  if (isOneJpeg) {
    const [start, end] = placeOfBlock(bytes, directory, layout, { index: 0, rows: size.height })
    return jpegPicture(directory, withTables(directory, bytes.subarray(start, end)), { size, scale })
  }
  const across = Math.ceil(size.width / layout.blockWidth)
  const bandBytes = across * layout.planes * bytesOfTiffRows(layout.blockHeight, layout)
  if (bandBytes > maxBandBytes)
    throw new EngineFailure(
      'out_of_memory',
      `The image has ${Math.round(bandBytes / 1_000_000)} MB of pixels in one block; at most ${maxBandBytes / 1_000_000} are read. Strips or tiles may be smaller.`,
    )
  return { size, bands: tiffBands(bytes, directory, layout) }
}

function* tiffBands(bytes: Buffer, directory: Directory, layout: Layout): Generator<readonly TiffBlock[]> {
  const { isTiled, blockWidth, blockHeight, planes } = layout
  const height = tagOr(directory, tags.height, 0)
  const across = Math.ceil(tagOr(directory, tags.width, 0) / blockWidth)
  const perPlane = across * Math.ceil(height / blockHeight)
  for (let first = 0; first < perPlane; first += across) {
    // The last strip holds only the rows that are left; tiles are all of one size.
    const rows = isTiled ? blockHeight : Math.min(blockHeight, height - (first / across) * blockHeight)
    yield Array.from({ length: across }, (_, column) => {
      const decoded = Array.from({ length: planes }, (__, plane) => {
        const index = first + column + plane * perPlane
        const [start, end] = placeOfBlock(bytes, directory, layout, { index, rows })
        const block = bytes.subarray(start, end)
        if (isJpeg(directory)) return decodeJpegBlock(directory, block, { ...layout, blockHeight: rows })
        const isLittle = bytes.toString('latin1', 0, 2) === 'II'
        const { unpacked, lostRows } = unpackTiffBlock(directory, block, { layout, rows, isLittle })
        return { row: rowsOf(unpacked, directory, layout, isLittle), count: layout.count, lostRows }
      })
      return { left: column * blockWidth, width: blockWidth, height: rows, ...interleaved(decoded) }
    })
  }
}

const placeOfBlock = (
  bytes: Buffer,
  directory: Directory,
  layout: Layout,
  { index, rows }: { readonly index: number; readonly rows: number },
): readonly [start: number, end: number] => {
  const start = directory.get(layout.isTiled ? tags.tiles : tags.strips)?.[index]
  const length = directory.get(layout.isTiled ? tags.tileBytes : tags.stripBytes)?.[index]
  if (start === undefined) throw damagedImage()
  const end = start + (length ?? bytesOfTiffRows(rows, layout))
  if (end > bytes.length) throw damagedImage()
  return [start, end]
}

/** The older way to hold a JPEG file: as a whole, at a place of its own (TIFF 6.0, section 22). */
const olderJpegFile = (bytes: Buffer, directory: Directory): Buffer => {
  const start = tagOr(directory, tags.jpegFile, 0)
  if (start === 0) throw notRead(`compression ${oldJpeg} without a whole file`)
  return bytes.subarray(start, start + tagOr(directory, tags.jpegFileBytes, bytes.length))
}

/** A page that is one JPEG, whose pixels may reach beyond it at the right and below. */
const jpegPicture = (
  directory: Directory,
  file: Buffer,
  { size, scale }: { readonly size: TiffPicture['size']; readonly scale: number },
): TiffPicture => {
  const header = readPictureHeader(file)
  if (header === null) throw damagedImage()
  refuseTooLarge(header.width, header.height)
  const block = decodeJpegFile(directory, file, scale)
  const reduced = (side: number, of: number, to: number): number => Math.max(1, Math.round((side * to) / of))
  return {
    size: {
      width: reduced(size.width, header.width, block.width),
      height: reduced(size.height, header.height, block.height),
    },
    bands: [[{ left: 0, ...block }]],
  }
}

type Samples = Pick<TiffBlock, 'row' | 'count' | 'lostRows'>

const interleaved = (planes: readonly Samples[]): Samples => {
  const [first] = planes
  if (first === undefined) throw damagedImage()
  if (planes.length === 1) return first
  const row = (y: number): Uint8Array => {
    const rows = planes.map((plane) => plane.row(y))
    const samples = new Uint8Array(planes.length * first.row(y).length)
    for (const [plane, of] of rows.entries())
      for (const [index, sample] of of.entries()) samples[index * planes.length + plane] = sample
    return samples
  }
  return { row, count: planes.length, lostRows: Math.max(...planes.map(({ lostRows }) => lostRows)) }
}

/** Returns rows with a byte a sample. */
const rowsOf = (unpacked: Uint8Array, directory: Directory, layout: Layout, isLittle: boolean): TiffBlock['row'] => {
  const { blockWidth, count, bits } = layout
  const perRow = blockWidth * count
  if (bits === 8) return (y) => unpacked.subarray(y * perRow, (y + 1) * perRow)
  const rowBytes = Math.ceil((perRow * bits) / 8)
  const view = new DataView(unpacked.buffer, unpacked.byteOffset, unpacked.byteLength)
  const isFloat = tagOr(directory, tags.sampleFormat, 1) === float
  const scale = tagOr(directory, tags.photometric, 1) === palette ? 1 : 255 / (2 ** Math.min(bits, 8) - 1)
  const at = (row: number, index: number): number => {
    if (bits === 16) return unpacked[row + index * 2 + (isLittle ? 1 : 0)] ?? 0
    if (bits === 32 && isFloat) return Math.max(0, Math.min(1, view.getFloat32(row + index * 4, isLittle))) * 255
    if (bits === 32) return unpacked[row + index * 4 + (isLittle ? 3 : 0)] ?? 0
    const bit = index * bits
    return (((unpacked[row + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & (2 ** bits - 1)) * scale
  }
  return (y) => {
    const samples = new Uint8Array(perRow)
    for (let index = 0; index < perRow; index += 1) samples[index] = at(y * rowBytes, index)
    return samples
  }
}

const yCbCr = 6

/** The tables that all blocks share come before the block, in one file with it (TIFF technical note 2). */
const withTables = (directory: Directory, block: Buffer): Buffer => {
  const tables = Buffer.from(directory.get(tags.jpegTables) ?? [])
  return tables.length > 4 ? Buffer.concat([tables.subarray(0, -2), block.subarray(2)]) : block
}

const decodeJpegBlock = (directory: Directory, block: Buffer, { blockWidth, blockHeight }: Layout): Samples => {
  const { width, height, ...samples } = decodeJpegFile(directory, withTables(directory, block), 1)
  if (width !== blockWidth || height < blockHeight) throw damagedImage()
  return samples
}

const decodeJpegFile = (
  directory: Directory,
  file: Buffer,
  scale: number,
): Samples & Pick<TiffBlock, 'width' | 'height'> => {
  const isYCbCr = tagOr(directory, tags.photometric, 1) === yCbCr
  const { width, height, channels, pixels } = decodeJpeg(file, { scale, isYCbCr })
  const row = (y: number): Uint8Array => pixels.subarray(y * width * channels, (y + 1) * width * channels)
  return { width, height, count: channels, row, lostRows: 0 }
}
