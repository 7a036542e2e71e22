/** Pixels, a byte a channel, rows from the top without padding: 1 channel is grey, 3 are red, green and blue. */
export type Raster = {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly pixels: Uint8Array
}
