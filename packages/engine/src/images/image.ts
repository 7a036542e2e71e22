import { EngineFailure } from '../engine-failure.ts'
import type { Raster } from './raster.ts'

type ImageSize = { readonly width: number; readonly height: number }

/** A picture with its resolution where the file states it. */
export type ImageFrame = {
  readonly raster: Raster
  /** The resolution of the picture in its full size. */
  readonly dpi: number | null
  /** The full size, which the raster has or comes near to. */
  readonly size: ImageSize
  /** Rows of a fax that are damaged, and show what is above them. */
  readonly lostRows?: number
}

/**
 * Returns the minimum share of the sides of a frame that is wanted, up to 1, by its full size and the resolution that
 * the file states.
 */
export type WantedScale = (size: ImageSize, dpi: number | null) => number

/** A frame as a format has it; without a size where it is always decoded in full. */
type DecodedFrame = Omit<ImageFrame, 'size'> & Partial<Pick<ImageFrame, 'size'>>

/** An image file of some format. */
export type OpenImageFile = Omit<OpenImage, 'frame'> & {
  frame(index: number, wanted: WantedScale): Promise<DecodedFrame>
}

/** An image file whose header was read. */
export type OpenImage = {
  readonly mimeType: string
  /** Those that are pages. */
  readonly frameCount: number
  /** Those of an animation after its first one, which are no pages. */
  readonly furtherFrames?: number
  /**
   * Decodes the frame of this index, from 0; smaller where less is wanted and the format needs less memory then. Rejects with an
   * `EngineFailure`.
   */
  frame(index: number, wanted?: WantedScale): Promise<ImageFrame>
}

/** Pixels of one image at most: an A4 page at 1000 dots per inch. */
const maxImagePixels = 100_000_000

/**
 * Pixels of one image at most whose decoder has all of them in memory, twice with four bytes each: a photograph of a telephone has
 * up to 50.3 million. A WebP of 50 million takes 590 MB with all else.
 */
const maxPixelsAtOnce = 51_000_000

/**
 * Called with the size that a file's header states, before anything is decoded.
 * @throws {EngineFailure} `document_damaged` or `out_of_memory`.
 */
export const refuseTooLarge = (width: number, height: number, { isDecodedAtOnce = false } = {}): void => {
  if (!(width > 0) || !(height > 0)) throw damagedImage()
  const pixels = width * height
  const megapixels = Math.round(pixels / 1_000_000)
  if (pixels > maxImagePixels)
    throw new EngineFailure(
      'out_of_memory',
      `The image has ${megapixels} megapixels; at most ${maxImagePixels / 1_000_000} are read.`,
    )
  if (isDecodedAtOnce && pixels > maxPixelsAtOnce)
    throw new EngineFailure(
      'out_of_memory',
      `The image has ${megapixels} megapixels; at most ${maxPixelsAtOnce / 1_000_000} are read of a file in this format. As JPEG, as TIFF or as PNG that is not interlaced it may have ${maxImagePixels / 1_000_000}.`,
    )
}

/** Times what is wanted of the sides that is kept: pictures of a page are cut out of it sharper than its text is read. */
const sharperPictures = 2

/** Returns the share of the sides of a frame that a decoder keeps which can have any. */
export const keptScale = (wanted: number): number => Math.min(1, wanted * sharperPictures)

export const damagedImage = (cause?: unknown): EngineFailure =>
  new EngineFailure('document_damaged', 'The image is damaged: it cannot be decoded.', { cause })

/** Makes the failure of pixels that are stored in a way that no decoder here knows. */
export const notRead = (what: string): EngineFailure =>
  new EngineFailure('document_damaged', `The image is stored in a way that is not read: ${what}.`)
