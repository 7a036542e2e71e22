import type { Box } from '@polyparse/document'
import { inkThreshold, type Raster } from '@polyparse/engine/images'
import { recognizedTickBoxes as limits } from '../parameters.ts'

/*
 * Finds boxes to tick in the pixels of a page: squares with four straight sides that end at their corners.
 */

/** A square in pixels, and whether there is ink in it. */
export type RasterBox = { readonly box: Box; readonly isTicked: boolean }

/** The boxes of a level grey raster, from the top. */
export const findTickBoxesInInk = (raster: Raster, dpi: number): RasterBox[] => {
  const ink = inkOfTickBoxRaster(raster)
  const [least, most] = [Math.round(limits.minSide * dpi), Math.round(limits.maxSide * dpi)]
  const boxes: RasterBox[] = []
  for (let y = 2; y < raster.height - least - 2; y += 1) {
    for (let x = 2; x < raster.width - least - 2; x += 1) {
      if (!ink.at(x, y)) continue
      const from = x
      while (x < raster.width - 2 && ink.at(x, y)) x += 1
      const side = x - from
      if (side < least || side > most) continue
      const box = squareBelow(ink, [from, y, x], boxes)
      if (box !== null) boxes.push({ box, isTicked: isTicked(ink, box) })
    }
    if (boxes.length > limits.maxBoxes) return []
  }
  return boxes
}

type TickBoxInk = {
  /** Tells whether a pixel is dark. */
  at(x: number, y: number): boolean
  /** The share of a column or row of pixels that is dark, or has a dark pixel right beside it. */
  down(x: number, from: number, to: number): number
  across(y: number, from: number, to: number): number
}

const inkOfTickBoxRaster = (raster: Raster): TickBoxInk => {
  const { width, height, pixels } = raster
  const threshold = inkThreshold(raster)
  const at = (x: number, y: number): boolean =>
    x >= 0 && x < width && y >= 0 && y < height && (pixels[y * width + x] ?? 255) < threshold
  const share = (from: number, to: number, isDark: (one: number) => boolean): number => {
    let dark = 0
    for (let one = from; one < to; one += 1) if (isDark(one)) dark += 1
    return to > from ? dark / (to - from) : 0
  }
  return {
    at,
    down: (x, from, to) => share(from, to, (y) => at(x - 1, y) || at(x, y) || at(x + 1, y)),
    across: (y, from, to) => share(from, to, (x) => at(x, y - 1) || at(x, y) || at(x, y + 1)),
  }
}

/** The square below a stretch of ink that is its upper side; null where there is none, or one found before. */
const squareBelow = (
  ink: TickBoxInk,
  [left, top, end]: readonly [number, number, number],
  known: readonly RasterBox[],
): Box | null => {
  const [side, right] = [end - left, end - 1]
  if (known.some(({ box }) => left < box[2] && end > box[0] && top < box[3] + 2)) return null
  const isUpper = ink.across(top - 2, left, end) < limits.maxOutside || !ink.at(left, top - 2)
  const height = Math.round(side / limits.maxRatio)
  if (
    !isUpper ||
    ink.down(left, top, top + height) < limits.minDark ||
    ink.down(right, top, top + height) < limits.minDark
  )
    return null
  for (let bottom = top + height; bottom <= top + side * limits.maxRatio; bottom += 1) {
    if (ink.across(bottom, left, end) < limits.minDark) continue
    while (ink.across(bottom + 1, left, end) >= limits.minDark) bottom += 1
    const reachesDown = ink.down(left, top, bottom) >= limits.minDark && ink.down(right, top, bottom) >= limits.minDark
    return reachesDown && isAlone(ink, [left, top, right, bottom], side) ? [left, top, end, bottom] : null
  }
  return null
}

/** Tells whether no side goes on beyond a corner, as those of the cells of a grid do. */
const isAlone = (ink: TickBoxInk, [left, top, right, bottom]: Box, side: number): boolean => {
  const gap = Math.max(3, Math.round(side * limits.maxLine))
  const beyond = [
    ink.across(top, left - 2 * gap, left - gap),
    ink.across(top, right + gap, right + 2 * gap),
    ink.across(bottom, left - 2 * gap, left - gap),
    ink.across(bottom, right + gap, right + 2 * gap),
    ink.down(left, top - 2 * gap, top - gap),
    ink.down(right, top - 2 * gap, top - gap),
    ink.down(left, bottom + gap, bottom + 2 * gap),
    ink.down(right, bottom + gap, bottom + 2 * gap),
  ]
  return beyond.filter((share) => share === 1).length < limits.minSidesOfGrid
}

const isTicked = (ink: TickBoxInk, [left, top, right, bottom]: Box): boolean => {
  const inset = Math.round((right - left) * limits.inset)
  let [dark, seen] = [0, 0]
  for (let y = top + inset; y < bottom - inset; y += 1)
    for (let x = left + inset; x < right - inset; x += 1) {
      seen += 1
      if (ink.at(x, y)) dark += 1
    }
  return dark > seen * limits.minTick
}
