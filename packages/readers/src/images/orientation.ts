import type { Raster } from './raster.ts'
import { turn } from './turn.ts'

/** A picture as it is meant to be seen, by the value of its Orientation tag (TIFF 6.0; Exif 2.3, 4.6.4). */
export const upright = (raster: Raster, orientation: number): Raster => {
  const { mirrored, degrees } = ways[orientation] ?? { mirrored: false, degrees: 0 }
  return turn(mirrored ? mirror(raster) : raster, degrees)
}

const ways: Readonly<Record<number, { readonly mirrored: boolean; readonly degrees: 0 | 90 | 180 | 270 }>> = {
  2: { mirrored: true, degrees: 0 },
  3: { mirrored: false, degrees: 180 },
  4: { mirrored: true, degrees: 180 },
  5: { mirrored: true, degrees: 270 },
  6: { mirrored: false, degrees: 90 },
  7: { mirrored: true, degrees: 90 },
  8: { mirrored: false, degrees: 270 },
}

/** Left and right exchanged. */
const mirror = ({ width, height, channels, pixels }: Raster): Raster => {
  const mirrored = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [from, to] = [(y * width + x) * channels, (y * width + width - 1 - x) * channels]
      for (let channel = 0; channel < channels; channel += 1) mirrored[to + channel] = pixels[from + channel] ?? 0
    }
  }
  return { width, height, channels, pixels: mirrored }
}
