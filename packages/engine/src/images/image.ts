import { EngineFailure } from '../engine-failure.ts'
import type { Raster } from './raster.ts'

/** A picture with its resolution where the file states it. */
export type ImageFrame = { readonly raster: Raster; readonly dpi: number | null }

/** An image file whose header was read. */
export type OpenImage = {
  readonly mimeType: string
  /** Those that are pages. */
  readonly frameCount: number
  /** Those of an animation after its first one, which are no pages. */
  readonly furtherFrames?: number
  /** Decodes the frame of this index, from 0. Rejects with an `EngineFailure`. */
  frame(index: number): Promise<ImageFrame>
}

/** Pixels of one image at most: an A4 page at 1000 dots per inch. */
export const maxPixels = 100_000_000

/** Limits of the JPEG decoder's own estimate; the memory of the process is limited from outside. */
export const jpegDecoding = {
  useTArray: true,
  tolerantDecoding: false,
  maxResolutionInMP: maxPixels / 1_000_000,
  maxMemoryUsageInMB: 4096,
} as const

/**
 * Called with the size that a file's header states, before anything is decoded.
 * @throws {EngineFailure} `document_damaged` or `out_of_memory`.
 */
export const refuseTooLarge = (width: number, height: number): void => {
  if (!(width > 0) || !(height > 0)) throw damagedImage()
  if (width * height <= maxPixels) return
  const megapixels = Math.round((width * height) / 1_000_000)
  throw new EngineFailure(
    'out_of_memory',
    `The image has ${megapixels} megapixels; at most ${maxPixels / 1_000_000} are read.`,
  )
}

export const damagedImage = (cause?: unknown): EngineFailure =>
  new EngineFailure('document_damaged', 'The image is damaged: it cannot be decoded.', { cause })
