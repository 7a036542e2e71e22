import type { Box } from '@polyparse/document'

/** Pixels, a byte a channel, rows from the top without padding: 1 channel is grey, 3 are red, green and blue. */
export type Raster = {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly pixels: Uint8Array
}

/** RGBA pixels on white paper; one channel where all of them are grey. */
export const fromRgba = (width: number, height: number, rgba: Uint8Array | Uint8ClampedArray): Raster => {
  const count = width * height
  const channels = isGreyRgba(rgba, count) ? 1 : 3
  const pixels = new Uint8Array(count * channels)
  putOnWhite(rgba, pixels, channels)
  return { width, height, channels, pixels }
}

/** Writes RGBA pixels to as many with these channels, as they look on white paper. */
export const putOnWhite = (rgba: Uint8Array | Uint8ClampedArray, pixels: Uint8Array, channels: 1 | 3): void => {
  const count = pixels.length / channels
  for (let index = 0; index < count; index += 1) {
    const opacity = rgba[index * 4 + 3] ?? 255
    for (let channel = 0; channel < channels; channel += 1) {
      const value = rgba[index * 4 + channel] ?? 255
      pixels[index * channels + channel] = opacity === 255 ? value : 255 - ((255 - value) * opacity) / 255
    }
  }
}

/** Tells whether all of so many RGBA pixels are grey. */
export const isGreyRgba = (rgba: Uint8Array | Uint8ClampedArray, count: number): boolean => {
  for (let at = 0; at < count * 4; at += 4) if (rgba[at] !== rgba[at + 1] || rgba[at] !== rgba[at + 2]) return false
  return true
}

/** Pixels of red, green and blue, which are kept as they are; one channel where all of them are grey. */
export const fromRgb = (width: number, height: number, rgb: Uint8Array): Raster => {
  for (let at = 0; at < rgb.length; at += 3)
    if (rgb[at] !== rgb[at + 1] || rgb[at] !== rgb[at + 2]) return { width, height, channels: 3, pixels: rgb }
  const pixels = new Uint8Array(width * height)
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = rgb[index * 3] ?? 255
  return { width, height, channels: 1, pixels }
}

/** The raster in grey, by luma (ITU-R BT.601). */
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

/** The darkest and the lightest grey in a part of a grey raster, in pixels; 255 and 0 where the part is empty. */
export const greyRange = (
  { width, pixels }: Pick<Raster, 'width' | 'pixels'>,
  [left, top, right, bottom]: Box,
): { readonly dark: number; readonly light: number } => {
  let [dark, light] = [255, 0]
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const grey = pixels[y * width + x] ?? 255
      dark = Math.min(dark, grey)
      light = Math.max(light, grey)
    }
  }
  return { dark, light }
}

/** The grey between the pixels of a grey raster; white outside. */
export const greyAt = ({ width, height, pixels }: Raster, x: number, y: number): number => {
  const left = Math.floor(x)
  const top = Math.floor(y)
  if (left < 0 || top < 0 || left >= width - 1 || top >= height - 1) return 255
  const at = top * width + left
  const right = x - left
  const below = y - top
  const upper = (pixels[at] ?? 0) * (1 - right) + (pixels[at + 1] ?? 0) * right
  const lower = (pixels[at + width] ?? 0) * (1 - right) + (pixels[at + width + 1] ?? 0) * right
  return upper * (1 - below) + lower * below
}

/** The grey that best separates ink from paper, by Otsu's method: the two classes differ most. Darker is ink. */
export const inkThreshold = ({ pixels }: Raster): number => {
  const counts = new Float64Array(256)
  for (let index = 0; index < pixels.length; index += 7)
    counts[pixels[index] ?? 0] = (counts[pixels[index] ?? 0] ?? 0) + 1
  const total = counts.reduce((sum, count) => sum + count, 0)
  const mass = counts.reduce((sum, count, grey) => sum + count * grey, 0)
  let [below, massBelow, best, threshold] = [0, 0, -1, 128]
  for (let grey = 0; grey < 255; grey += 1) {
    below += counts[grey] ?? 0
    massBelow += (counts[grey] ?? 0) * grey
    if (below === 0 || below === total) continue
    const distance = massBelow / below - (mass - massBelow) / (total - below)
    const between = below * (total - below) * distance * distance
    if (between > best) [best, threshold] = [between, grey + 1]
  }
  // The method may split the paper itself on a page that is nearly all paper.
  return Math.min(200, Math.max(60, threshold))
}
