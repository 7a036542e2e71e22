import type { Raster } from './raster.ts'
import { transpose } from './turn.ts'

/** A grey raster in another size: what it shrinks is averaged, what it enlarges is drawn between the pixels. */
export const resample = (raster: Raster, factor: number): Raster => {
  if (factor === 1) return raster
  const width = Math.max(1, Math.round(raster.width * factor))
  const height = Math.max(1, Math.round(raster.height * factor))
  return transpose(alongRows(transpose(alongRows(raster, width)), height))
}

/** Each row resized by the share that every old pixel has in a new one, or the two old ones nearest to it. */
const alongRows = ({ width: length, height: count, pixels }: Raster, size: number): Raster => {
  const out = new Uint8Array(size * count)
  const step = length / size
  const reach = Math.max(1, step)
  for (let x = 0; x < size; x += 1) {
    const middle = (x + 0.5) * step - 0.5
    const weights: (readonly [at: number, weight: number])[] = []
    for (let at = Math.ceil(middle - reach); at <= middle + reach; at += 1) {
      const weight = 1 - Math.abs(at - middle) / reach
      if (weight > 0) weights.push([Math.min(length - 1, Math.max(0, at)), weight])
    }
    const total = weights.reduce((sum, [, weight]) => sum + weight, 0)
    for (let row = 0; row < count; row += 1) {
      let sum = 0
      for (const [at, weight] of weights) sum += (pixels[row * length + at] ?? 0) * weight
      out[row * size + x] = sum / total + 0.5
    }
  }
  return { width: size, height: count, channels: 1, pixels: out }
}
