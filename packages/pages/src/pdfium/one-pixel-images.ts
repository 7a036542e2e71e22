import { onlyFilter } from './image-filters.ts'
import type { Pdfium } from './library.ts'
import { readInteger, rgbAt, withRoom } from './memory.ts'
import { drawingParameters, pdfiumLimits } from './parameters.ts'

const plainFilters: ReadonlySet<string> = new Set(['CCITTFaxDecode', 'RunLengthDecode'])

/** The images of a page that may still be decoded. */
export type OnePixelBudget = { looks: number }

/**
 * The colour of a mask of one pixel, 0xRRGGBB, which fills its place as an area does: dvips draws the lines of tables so. Null where
 * the image has more pixels, is not seen, or is no mask: another image may have a mask of its own, by which PDFium does not say that
 * it is seen.
 */
export const colorOfOnePixel = (pdfium: Pdfium, image: number, budget: OnePixelBudget): number | null =>
  withRoom(pdfium, 16, (room) => {
    if (!pdfium.FPDFImageObj_GetImagePixelSize(image, room, room + 4)) return null
    if (readInteger(pdfium, room) !== 1 || readInteger(pdfium, room + 4) !== 1) return null
    // Of all images only masks have a colour to fill with.
    if (!pdfium.FPDFPageObj_GetFillColor(image, room, room + 4, room + 8, room + 12)) return null
    const isFaint = (readInteger(pdfium, room + 12) & 255) <= drawingParameters.maxInvisibleAlpha
    if (isFaint || pdfium.FPDFPageObj_HasTransparency(image) !== 0) return null
    return isPainted(pdfium, image, budget) ? rgbAt(pdfium, room) : null
  })

const isPainted = (pdfium: Pdfium, image: number, budget: OnePixelBudget): boolean => {
  if (budget.looks === 0 || !hasPlainFilter(pdfium, image)) return false
  budget.looks -= 1
  if (pdfium.FPDFImageObj_GetImageDataRaw(image, 0, 0) > pdfiumLimits.onePixelBytes) {
    // PDFium copies the data to return its size.
    budget.looks = 0
    return false
  }
  const bitmap = pdfium.FPDFImageObj_GetBitmap(image)
  if (bitmap === 0) return false
  try {
    return pdfium.memory()[pdfium.FPDFBitmap_GetBuffer(bitmap)] !== 0
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

/**
 * Tells whether PDFium decodes an image within the bounds of what is stored. Other filters multiply that, take room for rows of any
 * length, or end PDFium with what is no image of theirs; on one pixel none is of use.
 */
const hasPlainFilter = (pdfium: Pdfium, image: number): boolean =>
  pdfium.FPDFImageObj_GetImageFilterCount(image) === 0 || plainFilters.has(onlyFilter(pdfium, image))
