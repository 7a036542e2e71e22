import type { Box } from '@polyparse/document'
import { itemAt } from '@polyparse/document/items'
import type { Raster } from '@polyparse/engine/images'
import { resample } from '@polyparse/engine/images'
import type { Network, Tensor } from './networks.ts'
import { detection } from './parameters.ts'

/** The lines of text of a level grey raster, in its pixels, in no order. */
export const findLines = async (raster: Raster, detect: Network): Promise<Box[]> => {
  const factor = Math.min(1, detection.maxSide / Math.max(raster.width, raster.height))
  const small = resample(raster, factor)
  const found = await detect(asSeen(small))
  const [, , height = 0, width = 0] = found.dims
  return linesInMap({ width, height, values: found.data }).map(([x0, y0, x1, y1]): Box => [
    Math.max(0, Math.floor(x0 / factor)),
    Math.max(0, Math.floor(y0 / factor)),
    Math.min(raster.width, Math.ceil(x1 / factor)),
    Math.min(raster.height, Math.ceil(y1 / factor)),
  ])
}

/** The raster on white paper of a size that the network wants, with each colour as far from the usual one as it is. */
const asSeen = ({ width, height, pixels }: Raster): Tensor => {
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

/** For each pixel, the probability that it is in the middle of a line. */
export type LineMap = { readonly width: number; readonly height: number; readonly values: Float32Array }

/** The lines of a map, as boxes: pixels that touch are the middle of one line. */
export const linesInMap = ({ width, height, values }: LineMap): Box[] => {
  const seen = new Uint8Array(values.length)
  const found: Box[] = []
  for (let start = 0; start < values.length; start += 1) {
    if (seen[start] === 1 || (values[start] ?? 0) < detection.minPixel) continue
    seen[start] = 1
    const stack = [start]
    let [count, sum] = [0, 0]
    let [left, top, right, bottom] = [width, height, 0, 0]
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % width, Math.floor(at / width)]
      count += 1
      sum += values[at] ?? 0
      left = Math.min(left, x)
      top = Math.min(top, y)
      right = Math.max(right, x + 1)
      bottom = Math.max(bottom, y + 1)
      for (const next of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
        if (next < 0 || next >= values.length || seen[next] === 1 || (values[next] ?? 0) < detection.minPixel) continue
        seen[next] = 1
        stack.push(next)
      }
    }
    if (Math.min(right - left, bottom - top) >= detection.minSide && sum / count >= detection.minLine)
      found.push(unclipped([left, top, right, bottom]))
  }
  return found
}

const unclipped = ([left, top, right, bottom]: Box): Box => {
  const [width, height] = [right - left, bottom - top]
  const by = (width * height * detection.unclip) / (2 * (width + height))
  return [left - by, top - by, right + by, bottom + by]
}
