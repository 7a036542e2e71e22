import { type Box, scaleBox } from '@polyparse/document'
import type { Raster } from '@polyparse/engine/images'
import type { Pdfium } from './library.ts'
import { ink } from './parameters.ts'

/** FPDFBitmap_* and FPDF_* of fpdfview.h; annotations are drawn, as forms keep their values in them. */
const bitmapFormatsByChannels = { 1: 1, 3: 2 } as const
const pdfiumRenderFlags = { annotations: 0x01, grayscale: 0x08, reverseByteOrder: 0x10 }

/** The part of a page that is drawn, in pixels of the whole page at that resolution. */
type RasterPagePart = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** An open page drawn on white paper, as displayed; null when there is no memory for it. */
export const renderPage = (
  pdfium: Pdfium,
  page: number,
  { dpi, channels, part }: { readonly dpi: number; readonly channels: 1 | 3; readonly part?: RasterPagePart },
): Raster | null => {
  const size = {
    width: Math.max(1, Math.round((pdfium.FPDF_GetPageWidthF(page) * dpi) / 72)),
    height: Math.max(1, Math.round((pdfium.FPDF_GetPageHeightF(page) * dpi) / 72)),
  }
  const { x, y, width, height } = part ?? { x: 0, y: 0, ...size }
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, bitmapFormatsByChannels[channels], 0, 0)
  if (bitmap === 0) return null
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xff_ff_ff_ff)
    const how =
      pdfiumRenderFlags.annotations |
      (channels === 1 ? pdfiumRenderFlags.grayscale : pdfiumRenderFlags.reverseByteOrder)
    pdfium.FPDF_RenderPageBitmap(bitmap, page, -x, -y, size.width, size.height, 0, how)
    return {
      width,
      height,
      channels,
      pixels: pixelsOfPdfiumBitmap(pdfium, bitmap, { width: width * channels, height }),
    }
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

/** Its bytes without the padding of its rows. */
const pixelsOfPdfiumBitmap = (
  pdfium: Pdfium,
  bitmap: number,
  { width, height }: { width: number; height: number },
): Uint8Array => {
  const stride = pdfium.FPDFBitmap_GetStride(bitmap)
  const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const memory = pdfium.memory()
  const pixels = new Uint8Array(width * height)
  for (let row = 0; row < height; row += 1) {
    pixels.set(memory.subarray(start + row * stride, start + row * stride + width), row * width)
  }
  return pixels
}

/**
 * The share of an open page, 0–1, that differs from its most frequent shade. What is drawn in some boxes, as displayed,
 * does not count.
 */
export const inkCoverage = (
  pdfium: Pdfium,
  page: number,
  { width, height }: { readonly width: number; readonly height: number },
  except: readonly Box[] = [],
): number => {
  const dpi = ink.dpi * Math.min(1, ink.maxSide / Math.max(width, height))
  const raster = renderPage(pdfium, page, { dpi, channels: 1 })
  if (raster === null) return 0
  const counts = new Uint32Array(256)
  for (const shade of raster.pixels) counts[shade] = (counts[shade] ?? 0) + 1
  const ground = counts.indexOf(Math.max(...counts))
  for (const box of except) paint(raster, scaleBox(box, dpi / 72), ground)
  const inked = raster.pixels.reduce((sum, shade) => (Math.abs(shade - ground) > ink.minContrast ? sum + 1 : sum), 0)
  return inked / raster.pixels.length
}

/** Gives a box of a grey raster, in pixels, one shade. */
export const paint = ({ width, height, pixels }: Raster, [x0, y0, x1, y1]: Box, shade: number): void => {
  const [left, right] = [Math.max(0, Math.floor(x0)), Math.min(width, Math.ceil(x1))]
  for (let y = Math.max(0, Math.floor(y0)); y < Math.min(height, Math.ceil(y1)) && left < right; y += 1)
    pixels.fill(shade, y * width + left, y * width + right)
}
