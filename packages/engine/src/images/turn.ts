import { itemAt } from '@polyparse/document/items'
import { greyAt, type Raster } from './raster.ts'

/** The raster rotated clockwise by quarter turns. */
export const turn = (raster: Raster, degrees: 0 | 90 | 180 | 270): Raster => {
  if (degrees === 0) return raster
  const { width, height, channels, pixels } = raster
  const isSideways = degrees !== 180
  const [across, down] = isSideways ? [height, width] : [width, height]
  const turned = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const column = degrees === 90 ? height - 1 - y : degrees === 180 ? width - 1 - x : y
      const row = degrees === 90 ? x : degrees === 180 ? height - 1 - y : width - 1 - x
      const [from, to] = [(y * width + x) * channels, (row * across + column) * channels]
      for (let channel = 0; channel < channels; channel += 1) turned[to + channel] = pixels[from + channel] ?? 0
    }
  }
  return { width: across, height: down, channels, pixels: turned }
}

/**
 * A grey raster rotated about its centre by a small angle in radians, its size kept: a line of text that falls to the
 * right by `angle` becomes level. Pixels from outside are white.
 */
export const level = (raster: Raster, angle: number): Raster => {
  const { width, height, channels } = raster
  const pixels = new Uint8Array(width * height)
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)]
  const [middleX, middleY] = [(width - 1) / 2, (height - 1) / 2]
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const fromX = middleX + (x - middleX) * cos - (y - middleY) * sin
      const fromY = middleY + (x - middleX) * sin + (y - middleY) * cos
      pixels[y * width + x] = greyAt(raster, fromX, fromY)
    }
  }
  return { width, height, channels, pixels }
}

/** A grey raster with its rows as columns. */
export const transpose = ({ width, height, channels, pixels }: Raster): Raster => {
  const out = new Uint8Array(pixels.length)
  const tile = 32
  for (let top = 0; top < height; top += tile) {
    for (let left = 0; left < width; left += tile) {
      const [bottom, right] = [Math.min(height, top + tile), Math.min(width, left + tile)]
      for (let y = top; y < bottom; y += 1) {
        for (let x = left; x < right; x += 1) out[x * height + y] = pixels[y * width + x] ?? 0
      }
    }
  }
  return { width: height, height: width, channels, pixels: out }
}

/** A picture as it is meant to be seen, by the value of its Orientation tag (TIFF 6.0; Exif 2.3, 4.6.4). */
export const upright = (raster: Raster, orientation: number): Raster => {
  const { mirrored, degrees } = ways[orientation] ?? { mirrored: false, degrees: 0 }
  return turn(mirrored ? mirror(raster) : raster, degrees)
}

/**
 * Tells whether a picture of this orientation has its sides exchanged in the file.
 * @example isOnSide(6) // true
 */
export const isOnSide = (orientation: number): boolean => [90, 270].includes(ways[orientation]?.degrees ?? 0)

const ways: Readonly<Record<number, { readonly mirrored: boolean; readonly degrees: 0 | 90 | 180 | 270 }>> = {
  2: { mirrored: true, degrees: 0 },
  3: { mirrored: false, degrees: 180 },
  4: { mirrored: true, degrees: 180 },
  5: { mirrored: true, degrees: 270 },
  6: { mirrored: false, degrees: 90 },
  7: { mirrored: true, degrees: 90 },
  8: { mirrored: false, degrees: 270 },
}

/** The raster mirrored left to right. */
const mirror = ({ width, height, channels, pixels }: Raster): Raster => {
  const mirrored = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [from, to] = [(y * width + x) * channels, (y * width + width - 1 - x) * channels]
      for (let channel = 0; channel < channels; channel += 1) mirrored[to + channel] = pixels[from + channel] ?? 0
    }
  }
  return { width, height, channels, pixels: mirrored }
}

/** A grey raster in another size: averaged where it shrinks, interpolated where it grows. */
export const resample = (raster: Raster, factor: number): Raster => {
  if (factor === 1) return raster
  const width = Math.max(1, Math.round(raster.width * factor))
  const height = Math.max(1, Math.round(raster.height * factor))
  return downColumns(alongRows(raster, width), height)
}

/**
 * The filter between rows of different lengths: for each place of the new row, the places of the old one that make it,
 * and their weights.
 */
type TriangleFilter = {
  /** The index in `from` and `weights` at which the places of each new place begin; one more than there are places. */
  readonly starts: Uint32Array
  readonly from: Uint32Array
  readonly weights: Float64Array
  readonly totals: Float64Array
}

const triangleFilter = (length: number, size: number): TriangleFilter => {
  const starts = new Uint32Array(size + 1)
  const totals = new Float64Array(size)
  const from: number[] = []
  const weights: number[] = []
  const step = length / size
  const reach = Math.max(1, step)
  for (let place = 0; place < size; place += 1) {
    const middle = (place + 0.5) * step - 0.5
    let total = 0
    for (let at = Math.ceil(middle - reach); at <= middle + reach; at += 1) {
      const weight = 1 - Math.abs(at - middle) / reach
      if (weight <= 0) continue
      from.push(Math.min(length - 1, Math.max(0, at)))
      weights.push(weight)
      total += weight
    }
    totals[place] = total
    starts[place + 1] = from.length
  }
  return { starts, from: Uint32Array.from(from), weights: Float64Array.from(weights), totals }
}

/** Each row resized by a triangle filter: row by row, as the pixels lie in memory. It runs for every pixel, where `itemAt` is slow. */
const alongRows = ({ width: length, height: count, pixels }: Raster, size: number): Raster => {
  const out = new Uint8Array(size * count)
  const { starts, from, weights, totals } = triangleFilter(length, size)
  for (let row = 0; row < count; row += 1) {
    const start = row * length
    for (let x = 0; x < size; x += 1) {
      let sum = 0
      for (let each = starts[x] ?? 0; each < (starts[x + 1] ?? 0); each += 1)
        sum += (pixels[start + (from[each] ?? 0)] ?? 0) * (weights[each] ?? 0)
      out[row * size + x] = sum / (totals[x] ?? 1) + 0.5
    }
  }
  return { width: size, height: count, channels: 1, pixels: out }
}

/** The same for each column. */
const downColumns = ({ width, height: length, pixels }: Raster, size: number): Raster => {
  const out = new Uint8Array(width * size)
  const { starts, from, weights, totals } = triangleFilter(length, size)
  const sums = new Float64Array(width)
  for (let y = 0; y < size; y += 1) {
    sums.fill(0)
    for (let each = itemAt(starts, y); each < itemAt(starts, y + 1); each += 1) {
      const [start, weight] = [itemAt(from, each) * width, itemAt(weights, each)]
      for (let x = 0; x < width; x += 1) sums[x] = (sums[x] ?? 0) + (pixels[start + x] ?? 0) * weight
    }
    const total = itemAt(totals, y)
    for (let x = 0; x < width; x += 1) out[y * width + x] = (sums[x] ?? 0) / total + 0.5
  }
  return { width, height: size, channels: 1, pixels: out }
}
