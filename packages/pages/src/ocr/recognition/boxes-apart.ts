import { holds, centre, type Box } from '@polyparse/document'
import { inkThreshold, type Raster } from '@polyparse/engine/images'
import { recognizedTickBoxes as limits } from '../parameters.ts'
import type { RasterBox } from './find-tick-boxes.ts'

/*
 * A box to tick is read as letters, and the label after it worse. So the boxes that are certainly no letters are taken
 * off the page before it is read.
 */

/**
 * The empty boxes with corners that are drawn with a thin line, hang together with nothing else and are apart from what
 * is left and right of them, and the ticked ones of their size with nothing left of them: a tick may reach out of its
 * box, or fill it. Where no box is empty, what is in them may be figures. The bowl of a `d` has a stem, and an `o` has
 * other letters on both sides.
 */
export const boxesApart = (raster: Raster, boxes: readonly RasterBox[]): RasterBox[] => {
  const isInk = inkIn(raster)
  const square = boxes.filter(
    ({ box, isTicked }) =>
      hasCorners(isInk, box) &&
      isWhite(isInk, whiteSpaceBesideTickBox(box, 'left')) &&
      !isAmongLetters(isInk, box) &&
      (isTicked || hangsTogetherWithNothing(isInk, box)),
  )
  const sure = square.filter(
    ({ box, isTicked }) => !isTicked && isThin(isInk, box) && isWhite(isInk, whiteSpaceBesideTickBox(box, 'right')),
  )
  return square.filter(
    ({ box }) =>
      (isThin(isInk, box) || isFilled(isInk, box)) &&
      sure.some((other) => box === other.box || isAsLarge(box, other.box)),
  )
}

/** The raster with paper in place of boxes, and of the ticks that reach out of them. */
export const withoutBoxes = (raster: Raster, boxes: readonly RasterBox[]): Raster => {
  if (boxes.length === 0) return raster
  const isInk = inkIn(raster)
  const pixels = Uint8Array.from(raster.pixels)
  for (const { box } of boxes) {
    const paper = paperAround(raster, box)
    const [x0, y0, x1, y1] = grown(box, widthOfTickBox(box) * limits.miss)
    for (let y = y0; y < y1; y += 1) pixels.fill(paper, y * raster.width + x0, y * raster.width + x1)
    for (const [x, y] of inkReachingOut(isInk, [x0, y0, x1, y1], grown(box, widthOfTickBox(box) * limits.reach)))
      pixels.fill(paper, y * raster.width + x - 1, y * raster.width + x + 2)
  }
  return { ...raster, pixels }
}

/** The dark pixels of an area that hang together with those in a box. */
const inkReachingOut = (isInk: IsInk, box: Box, [x0, y0, x1, y1]: Box): (readonly [x: number, y: number])[] => {
  const found: (readonly [number, number])[] = []
  const seen = new Set<number>()
  const visit = (x: number, y: number): void => {
    const key = (y - y0) * (x1 - x0) + x - x0
    if (x < x0 || x >= x1 || y < y0 || y >= y1 || seen.has(key) || !isInk(x, y)) return
    seen.add(key)
    found.push([x, y])
  }
  for (let y = box[1]; y < box[3]; y += 1) for (let x = box[0]; x < box[2]; x += 1) visit(x, y)
  for (const [x, y] of found) for (const [dx, dy] of neighbours) visit(x + dx, y + dy)
  return found
}

const neighbours = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const))

type IsInk = (x: number, y: number) => boolean

const inkIn = (raster: Raster): IsInk => {
  const { width, height, pixels } = raster
  const threshold = inkThreshold(raster)
  return (x, y) => x >= 0 && x < width && y >= 0 && y < height && (pixels[y * width + x] ?? 255) < threshold
}

const widthOfTickBox = ([x0, , x1]: Box): number => x1 - x0

const grown = ([x0, y0, x1, y1]: Box, by: number): Box => {
  const margin = Math.max(2, Math.round(by))
  return [x0 - margin, y0 - margin, x1 + margin, y1 + margin]
}

/**
 * The place left or right of a box that is white unless it holds a letter; lines may miss each other at its corners.
 */
const whiteSpaceBesideTickBox = (box: Box, side: 'left' | 'right'): Box => {
  const [x0, y0, x1, y1] = box
  const near = Math.max(2, Math.round(widthOfTickBox(box) * limits.miss))
  const far = near + Math.max(3, Math.round(widthOfTickBox(box) * limits.minApart))
  return side === 'left' ? [x0 - far, y0, x0 - near, y1] : [x1 + near, y0, x1 + far, y1]
}

/** Tells whether there is ink on both sides of a box, as near as the next letter is to one of that size. */
const isAmongLetters = (isInk: IsInk, box: Box): boolean => {
  const [x0, y0, x1, y1] = box
  const [near, far] = [limits.miss, limits.letterGap].map((share) =>
    Math.max(2, Math.round(widthOfTickBox(box) * share)),
  )
  if (near === undefined || far === undefined) return false
  return !isWhite(isInk, [x0 - far, y0, x0 - near, y1]) && !isWhite(isInk, [x1 + near, y0, x1 + far, y1])
}

/** Tells whether the lines of a box end at its corners, where those of a letter with a bowl go on to its stem. */
const hangsTogetherWithNothing = (isInk: IsInk, box: Box): boolean => {
  const [x0, y0, x1, y1] = grown(box, widthOfTickBox(box) * limits.miss)
  return inkReachingOut(isInk, box, grown(box, widthOfTickBox(box) * limits.stem)).every(
    ([x, y]) => x >= x0 && x < x1 && y >= y0 && y < y1,
  )
}

const isWhite = (isInk: IsInk, [x0, y0, x1, y1]: Box): boolean => {
  for (let y = y0; y < y1; y += 1) for (let x = x0; x < x1; x += 1) if (isInk(x, y)) return false
  return true
}

/** Tells whether there is ink in all corners of a box, as in no letter but those of squares. */
const hasCorners = (isInk: IsInk, [x0, y0, x1, y1]: Box): boolean =>
  [x0, x1 - limits.corner].every((x) =>
    [y0, y1 - limits.corner].every((y) => !isWhite(isInk, [x, y, x + limits.corner, y + limits.corner])),
  )

/** Tells whether the left side of a box is thinner than the stroke of a letter of its size. */
const isThin = (isInk: IsInk, box: Box): boolean => {
  const [x0, y0, x1, y1] = box
  const most = Math.max(3, widthOfTickBox(box) * limits.maxLine)
  return [0.3, 0.5, 0.7].some((share) => {
    const y = Math.round(y0 + (y1 - y0) * share)
    let [start, end] = [x0, x0]
    while (end < x1 && isInk(end, y)) end += 1
    while (isInk(start - 1, y)) start -= 1
    return end - start <= most
  })
}

const isFilled = (isInk: IsInk, [x0, y0, x1, y1]: Box): boolean => {
  let dark = 0
  for (let y = y0; y < y1; y += 1) for (let x = x0; x < x1; x += 1) if (isInk(x, y)) dark += 1
  return dark >= (x1 - x0) * (y1 - y0) * limits.minFilled
}

const isAsLarge = (a: Box, b: Box): boolean =>
  Math.abs(widthOfTickBox(a) - widthOfTickBox(b)) <= limits.sameSide &&
  Math.abs(a[3] - a[1] - (b[3] - b[1])) <= limits.sameSide

/** The lightest grey just outside a box. */
const paperAround = ({ width, height, pixels }: Raster, box: Box): number => {
  const around = grown(box, widthOfTickBox(box) * limits.minApart)
  let lightest = 0
  for (let y = Math.max(0, around[1]); y < Math.min(height, around[3]); y += 1)
    for (let x = Math.max(0, around[0]); x < Math.min(width, around[2]); x += 1)
      if (!holds(box, centre([x, y, x + 1, y + 1]))) lightest = Math.max(lightest, pixels[y * width + x] ?? 0)
  return lightest
}
