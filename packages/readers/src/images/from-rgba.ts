import type { Raster } from './raster.ts'

/** What is seen of red, green, blue and alpha on white paper; one channel where all of it is grey. */
export const fromRgba = (width: number, height: number, rgba: Uint8Array | Uint8ClampedArray): Raster => {
  const count = width * height
  const channels = isGrey(rgba, count) ? 1 : 3
  const pixels = new Uint8Array(count * channels)
  for (let index = 0; index < count; index += 1) {
    const alpha = (rgba[index * 4 + 3] ?? 255) / 255
    for (let channel = 0; channel < channels; channel += 1) {
      pixels[index * channels + channel] = 255 - (255 - (rgba[index * 4 + channel] ?? 255)) * alpha
    }
  }
  return { width, height, channels, pixels }
}

const isGrey = (rgba: Uint8Array | Uint8ClampedArray, count: number): boolean => {
  for (let at = 0; at < count * 4; at += 4) if (rgba[at] !== rgba[at + 1] || rgba[at] !== rgba[at + 2]) return false
  return true
}

/** As bright as the eye sees it (ITU-R BT.601). */
export const toGrey = (raster: Raster): Raster => {
  if (raster.channels === 1) return raster
  const { width, height, pixels } = raster
  const grey = new Uint8Array(width * height)
  for (let index = 0; index < grey.length; index += 1) {
    const at = index * 3
    grey[index] = (pixels[at] ?? 0) * 0.299 + (pixels[at + 1] ?? 0) * 0.587 + (pixels[at + 2] ?? 0) * 0.114
  }
  return { width, height, channels: 1, pixels: grey }
}
