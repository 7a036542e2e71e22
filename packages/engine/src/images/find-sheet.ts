import { itemAt } from '@polyparse/document/items'
import type { Corners, ImagePoint } from './projection.ts'
import { inkThreshold, type Raster } from './raster.ts'
import { resample } from './turn.ts'

/*
 * A photograph of a sheet on a table shows it as a quadrangle whose opposite sides are not parallel.
 */

const sheetSearchLimits = {
  /** Pixels: the longer side of the raster in which the sheet is looked for; its corners are found to about a pixel. */
  longSide: 400,
  /** Share of the picture: a smaller light part is a card or a screen on something else. */
  minShare: 0.25,
  /** Share of the quadrangle and the light part that they have in common; a sheet with a corner outside the picture has less. */
  minCommon: 0.94,
  /** Degrees between opposite sides from which a sheet is taken for one that was seen at an angle; of scans it is below 0.5. */
  minConverging: 1.5,
  /** Pixels of that raster by which the corners move inwards, away from what is behind the sheet. */
  inset: 1,
} as const

/** The corners of a light sheet on something darker, in pixels of a grey raster; null unless it was seen at an angle. */
export const findSheet = (raster: Raster): Corners | null => {
  const factor = Math.min(1, sheetSearchLimits.longSide / Math.max(raster.width, raster.height))
  const small = resample(raster, factor)
  const light = largestLightPart(small)
  const corners = cornersOf(light)
  if (corners === null || areaOf(corners) < sheetSearchLimits.minShare * small.width * small.height) return null
  if (
    convergingOf(corners) < sheetSearchLimits.minConverging ||
    commonShare(light, corners) < sheetSearchLimits.minCommon
  )
    return null
  const [a, b, c, d] = corners
  const middle: ImagePoint = [(a[0] + b[0] + c[0] + d[0]) / 4, (a[1] + b[1] + c[1] + d[1]) / 4]
  const inward = ([x, y]: ImagePoint): ImagePoint => {
    const length = Math.hypot(middle[0] - x, middle[1] - y) || 1
    const step = sheetSearchLimits.inset / length
    return [(x + (middle[0] - x) * step) / factor, (y + (middle[1] - y) * step) / factor]
  }
  return [inward(a), inward(b), inward(c), inward(d)]
}

/** The first and the last pixel of each row in the largest part that is light and connected; null where it has none. */
type Spans = readonly (readonly [first: number, last: number] | null)[]

const largestLightPart = (raster: Raster): Spans => {
  const { width, height, pixels } = raster
  const threshold = inkThreshold(raster)
  const seen = Uint8Array.from(pixels, (grey) => (grey < threshold ? 1 : 0))
  let largest: readonly number[] = []
  for (let start = 0; start < seen.length; start += 1) {
    if (seen[start] === 1) continue
    const part = [start]
    seen[start] = 1
    for (const at of part) {
      const x = at % width
      const around = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]
      for (const next of around)
        if (next >= 0 && next < seen.length && seen[next] === 0) {
          seen[next] = 1
          part.push(next)
        }
    }
    if (part.length > largest.length) largest = part
  }
  const spans: ([number, number] | null)[] = Array.from({ length: height }, () => null)
  for (const at of largest) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const span = spans[y] ?? null
    spans[y] = span === null ? [x, x] : [Math.min(span[0], x), Math.max(span[1], x)]
  }
  return spans
}

/** The outermost points in the four diagonal directions. */
const cornersOf = (spans: Spans): Corners | null => {
  const points = spans.flatMap((span, y): ImagePoint[] =>
    span === null
      ? []
      : [
          [span[0], y],
          [span[1], y],
        ],
  )
  const [first] = points
  if (first === undefined) return null
  const most = (far: (point: ImagePoint) => number): ImagePoint =>
    points.reduce((best, point) => (far(point) > far(best) ? point : best), first)
  return [most(([x, y]) => -x - y), most(([x, y]) => x - y), most(([x, y]) => x + y), most(([x, y]) => y - x)]
}

const areaOf = ([a, b, c, d]: Corners): number => {
  const cross = (one: ImagePoint, other: ImagePoint): number => one[0] * other[1] - other[0] * one[1]
  return Math.abs(cross(a, b) + cross(b, c) + cross(c, d) + cross(d, a)) / 2
}

/** The larger of the angles between opposite sides, in degrees. */
const convergingOf = ([a, b, c, d]: Corners): number => {
  const angle = (from: ImagePoint, to: ImagePoint): number => Math.atan2(to[1] - from[1], to[0] - from[0])
  const between = [angle(a, b) - angle(d, c), angle(a, d) - angle(b, c)]
  return Math.max(...between.map((each) => (Math.abs(each) * 180) / Math.PI))
}

/** Returns what is in both the light part and the quadrangle, as a share of what is in either. */
const commonShare = (spans: Spans, corners: Corners): number => {
  let [both, either] = [0, 0]
  for (const [y, span] of spans.entries()) {
    const inside = crossingsOfRow(corners, y)
    const length = (of: readonly [number, number] | null): number => (of === null ? 0 : Math.max(0, of[1] - of[0] + 1))
    const shared: readonly [number, number] | null =
      span === null || inside === null ? null : [Math.max(span[0], inside[0]), Math.min(span[1], inside[1])]
    both += length(shared)
    either += length(span) + length(inside) - length(shared)
  }
  return either === 0 ? 0 : both / either
}

/** Returns where a row crosses a quadrangle. */
const crossingsOfRow = (corners: Corners, y: number): readonly [number, number] | null => {
  const crossings = corners.flatMap((from, index): number[] => {
    const to = itemAt(corners, (index + 1) % 4)
    if (y < Math.min(from[1], to[1]) || y > Math.max(from[1], to[1])) return []
    return from[1] === to[1] ? [from[0], to[0]] : [from[0] + ((to[0] - from[0]) * (y - from[1])) / (to[1] - from[1])]
  })
  return crossings.length === 0 ? null : [Math.min(...crossings), Math.max(...crossings)]
}
