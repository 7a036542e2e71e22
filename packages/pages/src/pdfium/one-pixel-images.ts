import type { Pdfium } from './library.ts'
import { readInteger, rgbAt, withRoom } from './memory.ts'
import { drawingParameters } from './parameters.ts'

/** FPDFBitmap_Gray and FPDFBitmap_BGRA of fpdfview.h. */
const bitmapFormats = { grey: 1, colorWithAlpha: 4 }

/**
 * The colour of an image of one pixel, 0xRRGGBB, which fills its place as an area does: dvips draws the lines of tables so. Null where
 * the image has more pixels or is not seen.
 */
export const colorOfOnePixel = (pdfium: Pdfium, image: number): number | null =>
  withRoom(pdfium, 16, (room) => {
    if (!pdfium.FPDFImageObj_GetImagePixelSize(image, room, room + 4)) return null
    if (readInteger(pdfium, room) !== 1 || readInteger(pdfium, room + 4) !== 1) return null
    if (pdfium.FPDFPageObj_HasTransparency(image) !== 0) return null
    const isMask = pdfium.FPDFPageObj_GetFillColor(image, room, room + 4, room + 8, room + 12) !== 0
    const ink = isMask ? { color: rgbAt(pdfium, room), alpha: readInteger(pdfium, room + 12) & 255 } : null
    const bitmap = pdfium.FPDFImageObj_GetBitmap(image)
    if (bitmap === 0) return null
    try {
      const format = pdfium.FPDFBitmap_GetFormat(bitmap)
      const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
      const [blue = 0, green = blue, red = blue] = pdfium
        .memory()
        .subarray(start, start + (format === bitmapFormats.grey ? 1 : 3))
      if (ink === null) return format === bitmapFormats.colorWithAlpha ? null : (red << 16) | (green << 8) | blue
      return blue === 0 || ink.alpha <= drawingParameters.maxInvisibleAlpha ? null : ink.color
    } finally {
      pdfium.FPDFBitmap_Destroy(bitmap)
    }
  })
