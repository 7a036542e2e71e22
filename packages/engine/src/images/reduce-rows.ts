import { itemAt } from '@polyparse/document/items'

type Reduced = { readonly width: number; readonly height: number; readonly pixels: Uint8Array }

/** Takes the rows of a picture from the top, and keeps what is left of them in fewer pixels, each the mean of its area. */
export type RowReducer = { add(row: Uint8Array): void; finish(): Reduced }

/** Reduces a picture of a size, whose sides are to have this share of their length, up to 1. */
export const rowReducer = (
  size: { readonly width: number; readonly height: number },
  { scale, channels }: { readonly scale: number; readonly channels: number },
): RowReducer => {
  const [width, height] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * Math.min(1, scale))))
  if (width === undefined || height === undefined) throw new RangeError('a picture has two sides')
  const [across, down] = [width / size.width, height / size.height]
  const pixels = new Uint8Array(width * height * channels)
  const line = new Float32Array(width * channels)
  const sums = new Float32Array(width * channels)
  let [taken, open] = [0, 0]
  const close = (): void => {
    if (open < height) for (const [at, sum] of sums.entries()) pixels[open * sums.length + at] = Math.round(sum)
    sums.fill(0)
    open += 1
  }
  const addTimes = (weight: number): void => {
    for (let at = 0; at < sums.length; at += 1) sums[at] = itemAt(sums, at) + itemAt(line, at) * weight
  }
  return {
    add: (row) => {
      if (across === 1 && down === 1) {
        pixels.set(row, taken * row.length)
        taken += 1
        return
      }
      reduceLine(row, line, { across, channels })
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

/** A row in as many pixels as the line has. */
const reduceLine = (
  row: Uint8Array,
  line: Float32Array,
  { across, channels }: { readonly across: number; readonly channels: number },
): void => {
  line.fill(0)
  const count = row.length / channels
  const last = line.length / channels - 1
  for (let x = 0; x < count; x += 1) {
    const [from, to] = [x * across, (x + 1) * across]
    const first = Math.min(last, Math.floor(from + leastShare))
    const next = Math.min(last, first + 1)
    const beyond = Math.max(0, to - first - 1)
    for (let channel = 0; channel < channels; channel += 1) {
      const value = itemAt(row, x * channels + channel)
      const [at, after] = [first * channels + channel, next * channels + channel]
      line[at] = itemAt(line, at) + value * (across - beyond)
      if (beyond > 0) line[after] = itemAt(line, after) + value * beyond
    }
  }
}
