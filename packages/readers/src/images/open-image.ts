import { EngineFailure } from '../engine-failure.ts'
import { openBmp } from './bmp.ts'
import { openGif } from './gif.ts'
import type { OpenImage } from './image.ts'
import { openJpeg } from './jpeg.ts'
import { openPng } from './png.ts'
import { openTiff } from './tiff.ts'
import { damagedImage } from './too-large.ts'
import { openWebp } from './webp.ts'

const formats: readonly { readonly starts: (bytes: Buffer) => boolean; readonly open: (bytes: Buffer) => OpenImage }[] =
  [
    { starts: (bytes) => bytes.readUInt32BE(0) === 0x89504e47, open: openPng },
    { starts: (bytes) => bytes.readUInt16BE(0) === 0xffd8, open: openJpeg },
    { starts: (bytes) => ['II*\0', 'MM\0*'].includes(bytes.toString('latin1', 0, 4)), open: openTiff },
    { starts: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF', open: openWebp },
    { starts: (bytes) => bytes.toString('latin1', 0, 4) === 'GIF8', open: openGif },
    { starts: (bytes) => bytes.toString('latin1', 0, 2) === 'BM', open: openBmp },
  ]

/**
 * Opens an image by its first bytes, whatever it is said to be.
 * @throws {EngineFailure} `document_empty`, `document_damaged`, or `out_of_memory` when it has too many pixels.
 */
export const openImage = (data: Uint8Array): OpenImage => {
  if (data.length === 0) throw new EngineFailure('document_empty', 'The document has no bytes.')
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const format = bytes.length < 12 ? undefined : formats.find(({ starts }) => starts(bytes))
  if (format === undefined) throw damagedImage()
  const image = guarded(() => format.open(bytes))
  if (image.frameCount === 0) throw new EngineFailure('document_empty', 'The image file holds no image.')
  return {
    ...image,
    frame: async (index) => {
      try {
        return await image.frame(index)
      } catch (error) {
        throw error instanceof EngineFailure ? error : damagedImage(error)
      }
    },
  }
}

/** Decoders throw anything at a file that ends early or contradicts itself. */
const guarded = <Value>(use: () => Value): Value => {
  try {
    return use()
  } catch (error) {
    throw error instanceof EngineFailure ? error : damagedImage(error)
  }
}
