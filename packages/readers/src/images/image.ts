import type { Raster } from './raster.ts'

/** A picture, and how many of its pixels go to the inch where the file says so. */
export type Frame = { readonly raster: Raster; readonly dpi: number | null }

/** An image file whose header was read. */
export type OpenImage = {
  readonly mimeType: string
  readonly frameCount: number
  /** Decodes the frame of this index, from 0. Rejects with an `EngineFailure`. */
  frame(index: number): Promise<Frame>
}
