import { type Corners, type ImagePoint, type PointMap, projectionOf } from './projection.ts'
import { greyAt, type Raster } from './raster.ts'

/** Draws the sheet of a grey raster as if seen from above, and maps its points back. Null without a quadrangle. */
export const flatten = (
  raster: Raster,
  corners: Corners,
): { readonly raster: Raster; readonly from: PointMap } | null => {
  const [a, b, c, d] = corners
  const width = Math.round(Math.max(distance(a, b), distance(d, c)))
  const height = Math.round(Math.max(distance(a, d), distance(b, c)))
  const from = projectionOf(width, height, corners)
  if (from === null) return null
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] = from(x, y)
      pixels[y * width + x] = greyAt(raster, fromX, fromY)
    }
  return { raster: { width, height, channels: 1, pixels }, from }
}

const distance = (one: ImagePoint, other: ImagePoint): number => Math.hypot(other[0] - one[0], other[1] - one[1])
