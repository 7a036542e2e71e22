import type { Pdfium } from './library.ts'
import { renderPage } from './raster.ts'

/** Of the raster that is looked at: a line of text darkens its pixels enough at this resolution. */
const dpi = 30
/** In points: what is larger is looked at more coarsely. */
const maxSide = 2000
/** Steps of 255 from the ground at which a pixel counts. */
const contrast = 16

/** How much of an open page is drawn on, 0–1: the share of it that differs from what most of it looks like. */
export const inkCoverage = (
  pdfium: Pdfium,
  page: number,
  { width, height }: { readonly width: number; readonly height: number },
): number => {
  const raster = renderPage(pdfium, page, {
    dpi: dpi * Math.min(1, maxSide / Math.max(width, height)),
    channels: 1,
  })
  if (raster === null) return 0
  const counts = new Uint32Array(256)
  for (const shade of raster.pixels) counts[shade] = (counts[shade] ?? 0) + 1
  const ground = counts.indexOf(Math.max(...counts))
  const inked = counts.reduce((sum, count, shade) => (Math.abs(shade - ground) > contrast ? sum + count : sum), 0)
  return inked / raster.pixels.length
}
