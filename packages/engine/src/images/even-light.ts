import type { Raster } from './raster.ts'
import { resample } from './turn.ts'

/*
 * Photographs of pages are lighter on one side than on the other, or have a shadow across them. What is darker than half
 * of the page looks like ink to all that separates ink from paper by one grey.
 */

const evenLightLimits = {
  /** Pixels: the side of the squares in which the paper is looked for, some two lines of text. */
  square: 32,
  /** Pixels: only every so many of them are looked at in each direction. */
  step: 2,
  /** Share of a square that is darker than its paper, which is lighter than nearly all of what is printed on it. */
  paper: 0.9,
  /**
   * Greys from the paper of most squares, and the share of squares within them from which on the light is even. Of scans
   * and photographs in good light it is .90 and more, of pages shaded by a third to two thirds .16 to .57.
   */
  tolerance: 16,
  minEvenShare: 0.75,
} as const

/**
 * A grey raster as if the light had fallen evenly on it: every grey as a share of that of the paper around it. Null where
 * the light is even, or the raster too small to say.
 */
export const evenLight = (raster: Raster): Raster | null => {
  const paper = paperOf(raster)
  if (isEvenPaper(paper)) return null
  const { width, height, pixels } = raster
  const light = resample(paper, evenLightLimits.square)
  const out = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      out[at] = Math.min(255, ((pixels[at] ?? 255) * 255) / Math.max(1, light.pixels[y * light.width + x] ?? 255))
    }
  }
  return { ...raster, pixels: out }
}

const isEvenPaper = ({ pixels }: Raster): boolean => {
  const middle = pixels.toSorted()[pixels.length >> 1] ?? 255
  const near = pixels.filter((grey) => Math.abs(grey - middle) <= evenLightLimits.tolerance).length
  return near >= pixels.length * evenLightLimits.minEvenShare
}

/** The grey of the paper in each square. */
const paperOf = (raster: Raster): Raster => {
  const [width, height] = [
    Math.ceil(raster.width / evenLightLimits.square),
    Math.ceil(raster.height / evenLightLimits.square),
  ]
  const pixels = Uint8Array.from({ length: width * height }, (_, index) =>
    paperIn(raster, (index % width) * evenLightLimits.square, Math.floor(index / width) * evenLightLimits.square),
  )
  return { width, height, channels: 1, pixels }
}

const paperIn = ({ width, height, pixels }: Raster, left: number, top: number): number => {
  const [right, bottom] = [
    Math.min(width, left + evenLightLimits.square),
    Math.min(height, top + evenLightLimits.square),
  ]
  const greys: number[] = []
  for (let y = top; y < bottom; y += evenLightLimits.step)
    for (let x = left; x < right; x += evenLightLimits.step) greys.push(pixels[y * width + x] ?? 255)
  return Uint8Array.from(greys).toSorted()[Math.floor((greys.length - 1) * evenLightLimits.paper)] ?? 255
}
