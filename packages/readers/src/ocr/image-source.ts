import { openImage } from '../images/open-image.ts'
import { type Raster, resample, toGrey } from '../images/raster.ts'
import type { PageSource, Part } from './page-source.ts'

/** What the resolution of a file has to be to be believed; and the longest page, in inches, at what programs write by default. */
const sane = { least: 70, max: 1200, byDefault: 100, longest: 24 }
/** An image without a resolution is taken for a page of A4 or letter; a small one for a piece of a screen. */
const assumed = { longSide: 11.4, screen: 96, max: 600 }
/** Pixels of the raster that is read, and how far it may differ from the image in size. */
const limits = { pixels: 30_000_000, enlarge: 4 }

/** The frames of an image file as pages, in the resolution that is good for reading. */
export const openImageSource = (bytes: Uint8Array, { dpi: wanted }: { readonly dpi: number }): PageSource => {
  const image = openImage(bytes)
  return {
    metadata: { mimeType: image.mimeType, documentPageCount: image.frameCount },
    outline: [],
    pageCount: image.frameCount,
    page: async (number) => {
      const { raster, dpi: stated } = await image.frame(number - 1)
      const dpi = resolutionOf(raster, stated)
      const factor = factorFor(raster, wanted / dpi)
      return {
        width: (raster.width * 72) / dpi,
        height: (raster.height * 72) / dpi,
        rotation: 0,
        raster: resample(toGrey(raster), factor),
        dpi: dpi * factor,
        crop: (part) => cut(raster, scale(part, 1 / factor)),
      }
    },
    unread: () => null,
    close: () => {},
  }
}

/** Pixels to the inch: what the file says where that can be believed. */
export const resolutionOf = ({ width, height }: Raster, stated: number | null): number => {
  const long = Math.max(width, height)
  const isSane = stated !== null && stated >= sane.least && stated <= sane.max
  if (isSane && (stated > sane.byDefault || long / stated <= sane.longest)) return stated
  return Math.min(assumed.max, Math.max(assumed.screen, long / assumed.longSide))
}

/** A little more or less than wanted is left as it is, as every change blurs. */
const factorFor = ({ width, height }: Raster, factor: number): number => {
  const max = Math.sqrt(limits.pixels / (width * height))
  return Math.min(max, factor > 0.75 && factor < 1.3 ? 1 : Math.min(limits.enlarge, factor))
}

const scale = ({ x, y, width, height }: Part, factor: number): Part => ({
  x: Math.round(x * factor),
  y: Math.round(y * factor),
  width: Math.round(width * factor),
  height: Math.round(height * factor),
})

const cut = ({ width, height, channels, pixels }: Raster, part: Part): Raster | null => {
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
