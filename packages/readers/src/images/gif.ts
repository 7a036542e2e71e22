import { GifReader } from 'omggif'
import { fromRgba } from './from-rgba.ts'
import type { OpenImage } from './image.ts'
import { refuseTooLarge } from './too-large.ts'

/** The first frame: what moves is not a document. */
export const openGif = (bytes: Buffer): OpenImage => {
  refuseTooLarge(bytes.readUInt16LE(6), bytes.readUInt16LE(8))
  const reader = new GifReader(bytes)
  const frame = async () => {
    const { width, height } = reader.frameInfo(0)
    refuseTooLarge(width, height)
    const rgba = new Uint8Array(reader.width * reader.height * 4)
    reader.decodeAndBlitFrameRGBA(0, rgba)
    return { raster: fromRgba(reader.width, reader.height, rgba), dpi: null }
  }
  return { mimeType: 'image/gif', frameCount: Math.min(1, reader.numFrames()), frame }
}
