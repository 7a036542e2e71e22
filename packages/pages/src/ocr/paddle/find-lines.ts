import type { Box } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import type { Raster } from '@polyparse/engine/images'
import { resample } from '@polyparse/engine/images'
import type { Networks, Tensor } from './networks.ts'
import { detection, type DetectionLimits } from './parameters.ts'

/**
 * A line of text: a rectangle round a middle, in pixels, whose length falls to the right by an angle in radians. Of a line that
 * runs up or down the length is the shorter side.
 */
export type SeenLine = {
  readonly middle: readonly [x: number, y: number]
  readonly length: number
  readonly height: number
  readonly angle: number
}

/** The lines of text of a level grey raster, in its pixels, from the top. */
export const findLines = async (
  raster: Raster,
  { detect, limits }: Pick<Networks, 'detect' | 'limits'>,
): Promise<SeenLine[]> => {
  const factor = Math.min(1, detection.maxSide / Math.max(raster.width, raster.height))
  const small = resample(raster, factor)
  const found = await detect(asDetectionInput(small))
  const [, , height = 0, width = 0] = found.dims
  return linesInMap({ width, height, values: found.data }, limits)
    .map(({ middle: [x, y], length, height: tall, angle }) => ({
      middle: [x / factor, y / factor] as const,
      length: length / factor,
      height: tall / factor,
      angle,
    }))
    .toSorted((one, other) => one.middle[1] - other.middle[1])
}

/** The raster on white paper of a size that the network wants, with each colour as far from the usual one as it is. */
const asDetectionInput = ({ width, height, pixels }: Raster): Tensor => {
  const [across, down] = [width, height].map((side) => Math.ceil(side / detection.multiple) * detection.multiple)
  if (across === undefined || down === undefined) throw new RangeError('a raster has two sides')
  const data = new Float32Array(3 * across * down)
  for (const [channel, mean] of detection.means.entries()) {
    const deviation = itemAt(detection.deviations, channel)
    const start = channel * across * down
    data.fill((1 - mean) / deviation, start, start + across * down)
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1)
        data[start + y * across + x] = ((pixels[y * width + x] ?? 255) / 255 - mean) / deviation
    }
  }
  return { data, dims: [1, 3, down, across] }
}

/** The probability that a pixel is in the middle of a line, for each of them. */
export type LineMap = { readonly width: number; readonly height: number; readonly values: Float32Array }

/** The lines of a map: pixels that touch are the middle of one line. */
export const linesInMap = ({ width, values }: LineMap, limits: DetectionLimits): SeenLine[] => {
  const seen = new Uint8Array(values.length)
  const found: SeenLine[] = []
  for (let start = 0; start < values.length; start += 1) {
    if (seen[start] === 1 || (values[start] ?? 0) < limits.minPixel) continue
    seen[start] = 1
    const part = [start]
    let sum = 0
    for (const at of part) {
      const x = at % width
      sum += values[at] ?? 0
      for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (next < 0 || next >= values.length || seen[next] === 1 || (values[next] ?? 0) < limits.minPixel) continue
        seen[next] = 1
        part.push(next)
      }
    }
    const line = lineAround(part, width)
    if (Math.min(line.length, line.height) >= detection.minSide && sum / part.length >= limits.minLine)
      found.push(unclipped(line, limits.unclip))
    if (found.length >= detection.maxLines) break
  }
  return found
}

/** The rectangle round some pixels; level unless they are clearly long in another direction. */
const lineAround = (part: readonly number[], width: number): SeenLine => {
  const angle = slopeOf(part, width)
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const at of part) {
    const [x, y] = [(at % width) + 0.5, Math.floor(at / width) + 0.5]
    const [along, across] = [x * cos + y * sin, y * cos - x * sin]
    left = Math.min(left, along)
    right = Math.max(right, along)
    top = Math.min(top, across)
    bottom = Math.max(bottom, across)
  }
  const [along, across] = [(left + right) / 2, (top + bottom) / 2]
  return {
    middle: [along * cos - across * sin, along * sin + across * cos],
    length: right - left + 1,
    height: bottom - top + 1,
    angle,
  }
}

/** The angle of the long axis of some pixels; 0 where it does not show, is that of a level line or of one that runs up or down. */
const slopeOf = (part: readonly number[], width: number): number => {
  let [sumX, sumY, sumXX, sumYY, sumXY] = [0, 0, 0, 0, 0]
  for (const at of part) {
    const [x, y] = [at % width, Math.floor(at / width)]
    sumX += x
    sumY += y
    sumXX += x * x
    sumYY += y * y
    sumXY += x * y
  }
  const count = part.length
  const [xx, yy, xy] = [
    sumXX / count - (sumX / count) ** 2,
    sumYY / count - (sumY / count) ** 2,
    sumXY / count - (sumX * sumY) / count ** 2,
  ]
  const angle = Math.atan2(2 * xy, xx - yy) / 2
  const isLong = xx > yy * detection.minElongation
  const isSloping = Math.abs(angle) >= detection.minSlope && Math.abs(angle) <= detection.maxSlope
  return isLong && isSloping ? angle : 0
}

const unclipped = (line: SeenLine, share: number): SeenLine => {
  const by = (line.length * line.height * share) / (line.length + line.height)
  return { ...line, length: line.length + by, height: line.height + by }
}

/** Tells whether a point is in a line, along its own slope: its level bounds would reach into the lines above and below. */
export const lineHolds = (line: SeenLine, point: readonly [x: number, y: number]): boolean => {
  const [along, across] = placeInLine(line, point)
  return Math.abs(along) <= line.length / 2 && Math.abs(across) <= line.height / 2
}

/** Returns where a point is along and across a line, from its middle. */
export const placeInLine = (
  { middle, angle }: SeenLine,
  [x, y]: readonly [x: number, y: number],
): readonly [along: number, across: number] => {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const [right, down] = [x - middle[0], y - middle[1]]
  return [right * cos + down * sin, down * cos - right * sin]
}

/** The bounds of a line. */
export const boundsOfLine = ({ middle: [x, y], length, height, angle }: SeenLine): Box => {
  const [sin, cos] = [Math.abs(Math.sin(angle)), Math.cos(angle)]
  const [halfWidth, halfHeight] = [(length * cos + height * sin) / 2, (length * sin + height * cos) / 2]
  return [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight]
}
