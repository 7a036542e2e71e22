import { fromRgb, fromRgba, isGreyRgba, putOnWhite, type Raster } from './raster.ts'

type PictureSize = { readonly width: number; readonly height: number }

type Reduced = { readonly width: number; readonly height: number; readonly pixels: Uint8Array }

/** Takes the rows of a picture from the top, and keeps what is left of them in fewer pixels, each the mean of its area. */
export type RowReducer = { add(row: Uint8Array): void; finish(): Reduced }

/** Reduces a picture of a size, whose sides are to have this share of their length, up to 1. */
export const rowReducer = (
  size: PictureSize,
  { scale, channels }: { readonly scale: number; readonly channels: number },
): RowReducer => {
  const [width, height] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * Math.min(1, scale))))
  if (width === undefined || height === undefined) throw new RangeError('a picture has two sides')
  const [across, down] = [width / size.width, height / size.height]
  const pixels = new Uint8Array(width * height * channels)
  const line = new Float32Array(width * channels)
  const sums = new Float32Array(width * channels)
  const shares = rowShares(size.width, width)
  let [taken, open] = [0, 0]
  const close = (): void => {
    const start = open * sums.length
    if (open < height) for (let at = 0; at < sums.length; at += 1) pixels[start + at] = (sums[at] ?? 0) + 0.5
    sums.fill(0)
    open += 1
  }
  const addTimes = (weight: number): void => {
    for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + (line[at] ?? 0) * weight
  }
  return {
    add: (row) => {
      if (across === 1 && down === 1) {
        pixels.set(row, taken * row.length)
        taken += 1
        return
      }
      reduceLine(row, line, shares, channels)
      const [from, to] = [taken * down, (taken + 1) * down]
      taken += 1
      const within = Math.min(to, open + 1) - from
      addTimes(within)
      if (to < open + 1 - leastShare) return
      close()
      if (to - open > leastShare) addTimes(to - open)
    },
    finish: () => ({ width, height, pixels }),
  }
}

/** The share of a pixel below which it counts as an error of the sums. */
const leastShare = 1e-6

/** For each pixel of a row, the first of the line that it is a part of, and its shares of that and of the next one. */
type RowShares = { readonly first: Uint32Array; readonly share: Float32Array; readonly rest: Float32Array }

const rowShares = (count: number, reducedCount: number): RowShares => {
  const across = reducedCount / count
  const shares = {
    first: new Uint32Array(count),
    share: new Float32Array(count),
    rest: new Float32Array(count),
  }
  for (let x = 0; x < count; x += 1) {
    const first = Math.min(reducedCount - 1, Math.floor(x * across + leastShare))
    const beyond = first === reducedCount - 1 ? 0 : Math.max(0, (x + 1) * across - first - 1)
    shares.first[x] = first
    shares.share[x] = across - beyond
    shares.rest[x] = beyond
  }
  return shares
}

/** A row in as many pixels as the line has. It runs for every pixel, where `itemAt` is slow. */
const reduceLine = (row: Uint8Array, line: Float32Array, { first, share, rest }: RowShares, channels: number): void => {
  line.fill(0)
  for (let x = 0; x < first.length; x += 1) {
    const at = (first[x] ?? 0) * channels
    const [of, beyond] = [share[x] ?? 0, rest[x] ?? 0]
    for (let channel = 0; channel < channels; channel += 1) {
      const value = row[x * channels + channel] ?? 0
      line[at + channel] = (line[at + channel] ?? 0) + value * of
      if (beyond > 0) line[at + channels + channel] = (line[at + channels + channel] ?? 0) + value * beyond
    }
  }
}

/** Takes the rows of a picture with four bytes a pixel, the last its opacity. */
type RgbaReducer = { add(row: Uint8Array | Uint8ClampedArray): void; finish(): Raster }

/** The same for pixels with an opacity, which come onto white paper. */
export const rgbaReducer = (
  size: PictureSize,
  { scale, channels }: { readonly scale: number; readonly channels: 1 | 3 },
): RgbaReducer => {
  const reducer = rowReducer(size, { scale, channels })
  const line = new Uint8Array(size.width * channels)
  return {
    add: (row) => {
      putOnWhite(row, line, channels)
      reducer.add(line)
    },
    finish: () => {
      const { width, height, pixels } = reducer.finish()
      return channels === 1 ? { width, height, channels, pixels } : fromRgb(width, height, pixels)
    },
  }
}

/** A decoded picture with its sides at this share of their length, up to 1, on white paper. */
export const reducedRgba = (
  { width, height, data }: PictureSize & { readonly data: Uint8Array | Uint8ClampedArray },
  scale: number,
): Raster => {
  if (scale >= 1) return fromRgba(width, height, data)
  const reducer = rgbaReducer({ width, height }, { scale, channels: isGreyRgba(data, width * height) ? 1 : 3 })
  for (let y = 0; y < height; y += 1) reducer.add(data.subarray(y * width * 4, (y + 1) * width * 4))
  return reducer.finish()
}
