import type { Picture } from '@polyparse/document'

type PictureHeader = Pick<Picture, 'mimeType' | 'width' | 'height'>
type Reader = (bytes: Buffer) => PictureHeader | null

/**
 * The media type, and the size in pixels, that the header of a picture file states, without decoding the picture; null
 * for an unknown format and for a header that is cut off. Formats: PNG, JPEG, GIF, BMP, WebP, AVIF, TIFF, WMF, EMF and SVG.
 */
export const readPictureHeader = (data: Uint8Array): PictureHeader | null => {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  for (const read of pictureHeaderReaders) {
    const header = guarded(read, bytes)
    if (header !== null) return header
  }
  return null
}

const guarded = (read: Reader, bytes: Buffer): PictureHeader | null => {
  try {
    const header = read(bytes)
    return header !== null && header.width > 0 && header.height > 0 ? header : null
  } catch (error) {
    // The file ends within its header.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** PNG (third edition), 11.2.1. */
const png: Reader = (bytes) =>
  bytes.readUInt32BE(0) === 0x89504e47
    ? { mimeType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null

/** The frame header among the segments (ITU-T T.81, B.2.2). */
const jpeg: Reader = (bytes) => {
  if (bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 9 <= bytes.length;) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes.readUInt8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame)
      return { mimeType: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    at +=
      marker === 0xff ? 1 : marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8) ? 2 : 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

const gif: Reader = (bytes) =>
  bytes.toString('latin1', 0, 4) === 'GIF8'
    ? { mimeType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    : null

const bmp: Reader = (bytes) =>
  bytes.toString('latin1', 0, 2) === 'BM'
    ? { mimeType: 'image/bmp', width: Math.abs(bytes.readInt32LE(18)), height: Math.abs(bytes.readInt32LE(22)) }
    : null

/** The three kinds of WebP: lossy, lossless and extended (RFC 9649). */
const webp: Reader = (bytes) => {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  const kind = bytes.toString('latin1', 12, 16)
  const size = (width: number, height: number): PictureHeader => ({ mimeType: 'image/webp', width, height })
  if (kind === 'VP8 ') return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
  if (kind === 'VP8X') return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
  const bits = bytes.readUInt32LE(21)
  return kind === 'VP8L' ? size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1) : null
}

/** The largest size that is stated: pieces of a picture in a grid have sizes of their own (ISO/IEC 23008-12, 6.5.3). */
const avif: Reader = (bytes) => {
  if (!/^ftypavi[fs]/.test(bytes.toString('latin1', 4, 12))) return null
  let [width, height] = [0, 0]
  const head = bytes.subarray(0, 64 * 1024)
  for (let at = head.indexOf('ispe'); at >= 0; at = head.indexOf('ispe', at + 4)) {
    width = Math.max(width, head.readUInt32BE(at + 8))
    height = Math.max(height, head.readUInt32BE(at + 12))
  }
  return { mimeType: 'image/avif', width, height }
}

/** The first directory's ImageWidth (256) and ImageLength (257) (TIFF 6.0). */
const tiff: Reader = (bytes) => {
  const order = bytes.toString('latin1', 0, 4)
  if (order !== 'II*\0' && order !== 'MM\0*') return null
  const short = (at: number): number => (order === 'II*\0' ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (at: number): number => (order === 'II*\0' ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const directory = long(4)
  const sizes = new Map<number, number>()
  for (let index = 0; index < short(directory); index += 1) {
    const entry = directory + 2 + index * 12
    sizes.set(short(entry), short(entry + 2) === 3 ? short(entry + 8) : long(entry + 8))
  }
  return { mimeType: 'image/tiff', width: sizes.get(256) ?? 0, height: sizes.get(257) ?? 0 }
}

/**
 * Windows metafiles: enhanced ones by their bounds in device units (MS-EMF 2.3.4.2), placeable ones at 96 dots per
 * inch.
 */
const metafile: Reader = (bytes) => {
  if (bytes.readUInt32LE(0) === 1 && bytes.toString('latin1', 40, 44) === ' EMF') {
    const side = (from: number, to: number): number => bytes.readInt32LE(to) - bytes.readInt32LE(from) + 1
    return { mimeType: 'image/emf', width: side(8, 16), height: side(12, 20) }
  }
  if (bytes.readUInt32LE(0) !== 0x9ac6cdd7) return null
  const unitsPerInch = bytes.readUInt16LE(14) || 1440
  const side = (from: number, to: number): number =>
    Math.round(((bytes.readInt16LE(to) - bytes.readInt16LE(from)) * 96) / unitsPerInch)
  return { mimeType: 'image/wmf', width: side(6, 10), height: side(8, 12) }
}

/** The size that the root element states, or that of its view box. */
const svg: Reader = (bytes) => {
  const root = /<svg\b[^>]*>/.exec(bytes.toString('utf8', 0, 4096))?.[0]
  if (root === undefined) return null
  const [, boxWidth = 0, boxHeight = 0] =
    /\bviewBox\s*=\s*["'][\d.eE+-]+[\s,]+[\d.eE+-]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(root)?.map(Number) ?? []
  const side = (name: string, box: number): number =>
    Math.round(Number(new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px|pt)?["']`).exec(root)?.[1] ?? box) || 300)
  return { mimeType: 'image/svg+xml', width: side('width', boxWidth), height: side('height', boxHeight) }
}

const pictureHeaderReaders: readonly Reader[] = [png, jpeg, gif, bmp, webp, avif, tiff, metafile, svg]
