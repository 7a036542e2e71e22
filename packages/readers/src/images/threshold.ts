import type { Raster } from './raster.ts'

/** The grey that parts ink from paper best, by Otsu's method: the two sides differ most. Darker is ink. */
export const inkThreshold = ({ pixels }: Raster): number => {
  const counts = new Float64Array(256)
  for (let index = 0; index < pixels.length; index += 7)
    counts[pixels[index] ?? 0] = (counts[pixels[index] ?? 0] ?? 0) + 1
  const total = counts.reduce((sum, count) => sum + count, 0)
  const mass = counts.reduce((sum, count, grey) => sum + count * grey, 0)
  let [below, massBelow, best, threshold] = [0, 0, -1, 128]
  for (let grey = 0; grey < 255; grey += 1) {
    below += counts[grey] ?? 0
    massBelow += (counts[grey] ?? 0) * grey
    if (below === 0 || below === total) continue
    const distance = massBelow / below - (mass - massBelow) / (total - below)
    const between = below * (total - below) * distance * distance
    if (between > best) [best, threshold] = [between, grey + 1]
  }
  // On a page that is nearly all paper the method may split the paper itself.
  return Math.min(200, Math.max(60, threshold))
}
