import type { Box } from '@polyparse/document'
import type { Raster } from '../../images/raster.ts'
import { inkThreshold } from '../../images/threshold.ts'

/** The share of a grey raster that is ink, outside some boxes (in pixels), specks that stand alone left out. */
export const inkShare = (raster: Raster, except: readonly Box[]): number => {
  const { width, height, pixels } = raster
  const threshold = inkThreshold(raster)
  let [seen, ink] = [0, 0]
  for (let y = 1; y < height - 1; y += 2) {
    const skipped = except.filter(([, top, , bottom]) => y >= top && y < bottom)
    for (let x = 1; x < width - 1; x += 2) {
      if (skipped.some(([left, , right]) => x >= left && x < right)) continue
      const at = y * width + x
      seen += 1
      const isInk = (pixels[at] ?? 255) < threshold
      if (isInk && ((pixels[at + 1] ?? 255) < threshold || (pixels[at + width] ?? 255) < threshold)) ink += 1
    }
  }
  const share = seen === 0 ? 0 : ink / seen
  // On dark paper it is what is light that is ink.
  return Math.min(share, 1 - share)
}
