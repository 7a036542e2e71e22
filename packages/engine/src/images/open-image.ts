import { GifReader } from 'omggif'
import { PNG } from 'pngjs'
import { EngineFailure } from '../engine-failure.ts'
import { isAvif, openAvif } from './avif.ts'
import { openBmp } from './bmp.ts'
import {
  damagedImage,
  keptScale,
  type OpenImage,
  type OpenImageFile,
  refuseTooLarge,
  type WantedScale,
} from './image.ts'
import { openJpeg } from './jpeg.ts'
import { decodePngRows, refuseLongInterlacedPng } from './png-rows.ts'
import { reducedRgba } from './reduce-rows.ts'
import { openTiff } from './tiff.ts'
import { isTiff } from './tiff-signature.ts'
import { openWebp } from './webp.ts'

/**
 * Opens an image by its first bytes, whatever type it is declared to be.
 * @throws {EngineFailure} `document_empty`, `document_damaged`, or `out_of_memory` when it has too many pixels.
 */
export const openImage = (data: Uint8Array): OpenImage => {
  if (data.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const format = bytes.length < 12 ? undefined : imageFileFormats.find(({ starts }) => starts(bytes))
  if (format === undefined) throw damagedImage()
  const image = guarded(() => format.open(bytes))
  if (image.frameCount === 0) throw new EngineFailure('document_empty', 'The image file holds no image.')
  return {
    ...image,
    frame: async (index, wanted = () => 1) => {
      try {
        const frame = await image.frame(index, wanted)
        return { ...frame, size: frame.size ?? frame.raster }
      } catch (error) {
        throw error instanceof EngineFailure ? error : damagedImage(error)
      }
    },
  }
}

/** Decoders throw arbitrary errors at a file that ends early or contradicts itself. */
const guarded = <Value>(use: () => Value): Value => {
  try {
    return use()
  } catch (error) {
    throw error instanceof EngineFailure ? error : damagedImage(error)
  }
}

const metresToInch = 0.0254

const openPng = (bytes: Buffer): OpenImageFile => {
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  refuseTooLarge(size.width, size.height, { isDecodedAtOnce: isInterlaced(bytes) })
  const dpi = dpiOf(bytes)
  const frame = async (_: number, wanted: WantedScale) => {
    const scale = wanted(size, dpi)
    const reduced = scale < 1 ? await decodePngRows(bytes, keptScale(scale)) : null
    if (reduced !== null) return { raster: reduced, dpi, size }
    if (isInterlaced(bytes)) await refuseLongInterlacedPng(bytes)
    return { raster: reducedRgba(PNG.sync.read(bytes), keptScale(scale)), dpi, size }
  }
  return { mimeType: 'image/png', frameCount: 1, furtherFrames: pngFrames(bytes) - 1, frame }
}

/** Tells whether the rows of a PNG do not follow each other (11.2.1). */
const isInterlaced = (bytes: Buffer): boolean => bytes[28] !== 0

/** The pHYs chunk, where it counts pixels to the metre (PNG, third edition, 11.3.4.3). */
const dpiOf = (bytes: Buffer): number | null => {
  const at = chunkBeforePixels(bytes, 'pHYs')
  return at !== null && bytes[at + 16] === 1 ? bytes.readUInt32BE(at + 8) * metresToInch : null
}

/** Counts the frames: an animation has their number in its acTL chunk (11.3.6.1). */
const pngFrames = (bytes: Buffer): number => {
  const at = chunkBeforePixels(bytes, 'acTL')
  return at === null ? 1 : Math.max(1, bytes.readUInt32BE(at + 8))
}

/** Returns where a chunk begins. */
const chunkBeforePixels = (bytes: Buffer, wanted: string): number | null => {
  for (let at = 8; at + 17 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === wanted) return at
    if (type === 'IDAT') return null
  }
  return null
}

/** Reads the first frame alone: an animation is not a document. */
const openGif = (bytes: Buffer): OpenImageFile => {
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  refuseTooLarge(size.width, size.height, { isDecodedAtOnce: true })
  const reader = new GifReader(bytes)
  const frame = async (_: number, wanted: WantedScale) => {
    const { width, height } = reader.frameInfo(0)
    refuseTooLarge(width, height, { isDecodedAtOnce: true })
    const data = new Uint8Array(size.width * size.height * 4)
    reader.decodeAndBlitFrameRGBA(0, data)
    return { raster: reducedRgba({ ...size, data }, keptScale(wanted(size, null))), dpi: null, size }
  }
  const frames = reader.numFrames()
  return { mimeType: 'image/gif', frameCount: Math.min(1, frames), furtherFrames: frames - 1, frame }
}

/** The formats by their signatures. */
const imageFileFormats: readonly {
  readonly starts: (bytes: Buffer) => boolean
  readonly open: (bytes: Buffer) => OpenImageFile
}[] = [
  { starts: (bytes) => bytes.readUInt32BE(0) === 0x89504e47, open: openPng },
  { starts: (bytes) => bytes.readUInt16BE(0) === 0xffd8, open: openJpeg },
  { starts: isTiff, open: openTiff },
  { starts: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF', open: openWebp },
  { starts: isAvif, open: openAvif },
  { starts: (bytes) => bytes.toString('latin1', 0, 4) === 'GIF8', open: openGif },
  { starts: (bytes) => bytes.toString('latin1', 0, 2) === 'BM', open: openBmp },
]
