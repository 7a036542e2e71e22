import type { Raster } from './raster.ts'

/** A part of a raster, as far as it is inside; null where nothing of it is. In whole pixels. */
export const cut = ({ width, height, channels, pixels }: Raster, part: RasterRegion): Raster | null => {
  const [left, top] = [Math.max(0, part.x), Math.max(0, part.y)]
  const [right, bottom] = [Math.min(width, part.x + part.width), Math.min(height, part.y + part.height)]
  if (right <= left || bottom <= top) return null
  const row = (right - left) * channels
  const out = new Uint8Array(row * (bottom - top))
  for (let y = top; y < bottom; y += 1) {
    const from = (y * width + left) * channels
    out.set(pixels.subarray(from, from + row), (y - top) * row)
  }
  return { width: right - left, height: bottom - top, channels, pixels: out }
}

type RasterRegion = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
