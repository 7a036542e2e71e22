import { inkThreshold, type Raster } from './raster.ts'

/** Degrees: the angles that are tried, and the smallest one worth rotating the page for. */
const range = { widest: 8, coarse: 0.5, fine: 0.05, smallest: 0.15 }

/**
 * The angle by which lines of text fall to the right, in radians; 0 when it is unknown or too small to matter. Of all
 * angles it is the one along which ink falls into the fewest rows: lines of text seen edge on.
 */
export const findSkew = (raster: Raster): number => {
  const points = lowerEdges(raster)
  if (points.length < 200 * 2) return 0
  const sharpness = (degrees: number): number => sharpnessAt(points, raster, (degrees * Math.PI) / 180)
  const around = (middle: number, reach: number, step: number): number => {
    let [best, max] = [middle, -1]
    for (let angle = middle - reach; angle <= middle + reach + step / 2; angle += step) {
      const value = sharpness(angle)
      if (value > max) [best, max] = [angle, value]
    }
    return best
  }
  const found = around(around(0, range.widest, range.coarse), range.coarse, range.fine)
  const isClear = sharpness(found) > sharpness(0) * 1.05
  return Math.abs(found) < range.smallest || Math.abs(found) >= range.widest || !isClear ? 0 : (found * Math.PI) / 180
}

/** Returns where ink ends downwards, as x and y in turn, some ten thousand of them: most lie on the baselines. */
const lowerEdges = (raster: Raster): Int32Array => {
  const { width, height, pixels } = raster
  const threshold = inkThreshold(raster)
  const found: number[] = []
  for (let x = 1; x < width; x += 3) {
    for (let y = 0; y < height - 1; y += 1) {
      const at = y * width + x
      if ((pixels[at] ?? 255) < threshold && (pixels[at + width] ?? 0) >= threshold) found.push(x, y)
    }
  }
  const step = Math.max(1, Math.floor(found.length / 2 / 15_000))
  return Int32Array.from(found.filter((_, index) => (index >> 1) % step === 0))
}

const sharpnessAt = (points: Int32Array, { width, height }: Raster, angle: number): number => {
  const slope = Math.tan(angle)
  const reach = Math.ceil(width * Math.abs(slope)) + 1
  const rows = new Uint32Array(height + reach * 2)
  for (let index = 0; index < points.length; index += 2) {
    const row = Math.round((points[index + 1] ?? 0) - (points[index] ?? 0) * slope) + reach
    rows[row] = (rows[row] ?? 0) + 1
  }
  let sum = 0
  for (const count of rows) sum += count * count
  return sum
}
