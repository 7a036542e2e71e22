import { type Box, compose } from '@polyparse/document'
import { greyRange, type Raster } from '@polyparse/engine/images'
import { createGrounds } from './grounds.ts'
import type { Pdfium } from './library.ts'
import { clipIn } from './clips.ts'
import { colorIn, fontSizeIn, isSameColor, matrixIn, type PageObject } from './page-objects.ts'
import { renderPage } from './raster.ts'
import { hiddenTextParameters } from './parameters.ts'

/** Why a stretch of text in the file is invisible. */
export type HiddenReason = 'not_drawn' | 'transparent' | 'off_page' | 'clipped' | 'tiny' | 'color_of_ground'

type Judged = {
  /** Among the objects of the page. */
  readonly index: number
  readonly drawn: PageObject
  readonly box: Box
}

/** FPDF_TEXTRENDERMODE_* of fpdfview.h: those that draw nothing, and those that fill without a stroke. */
const unseenModes = new Set([3, 7])
const fillingModes = new Set([0, 4])

/**
 * Returns why a text object of an open page is invisible; null for visible ones. Only what is certain
 * counts: text over pictures, shadings and patterns counts as visible in any colour. `room` has space for six numbers.
 */
export const createHiddenTextCheck = (
  pdfium: Pdfium,
  objects: readonly PageObject[],
  { page, size, room }: { readonly page: number; readonly size: PdfPageSize; readonly room: number },
): ((text: Judged) => HiddenReason | null) => {
  const grounds = createGrounds(pdfium, objects, room)
  const view = createPageView(pdfium, page, size)
  return ({ index, drawn, box }) => {
    const { object } = drawn
    const mode = pdfium.FPDFTextObj_GetTextRenderMode(object)
    if (unseenModes.has(mode)) return 'not_drawn'
    const [x0, y0, x1, y1] = box
    // Text without a known place is not judged by its place.
    if (x1 <= x0 && y1 <= y0) return null
    if (x1 <= 0 || y1 <= 0 || x0 >= size.width || y0 >= size.height) return 'off_page'
    if (isClippedAway(pdfium, drawn, box, room)) return 'clipped'
    if (Math.min(x1 - x0, y1 - y0) < hiddenTextParameters.minSize && isTiny(pdfium, drawn, box, room)) return 'tiny'
    if (!fillingModes.has(mode)) return null
    const color = colorIn(pdfium, 'FPDFPageObj_GetFillColor', object, room)
    if (color === null) return null
    if (color.alpha === 0) return 'transparent'
    // PDFium reports patterns as white, so text of the colour of its ground is looked for in a drawing of the page.
    return isSameColor(color, grounds.under(index, box, color)) && view.isEven(box) ? 'color_of_ground' : null
  }
}

type PdfPageSize = { readonly width: number; readonly height: number }

const isClippedAway = (pdfium: Pdfium, drawn: PageObject, [x0, y0, x1, y1]: Box, room: number): boolean => {
  const clip = clipIn(pdfium, drawn, room)
  if (clip === null) return false
  const across = Math.min(x1, clip[2]) - Math.max(x0, clip[0])
  const down = Math.min(y1, clip[3]) - Math.max(y0, clip[1])
  return across < (x1 - x0) * hiddenTextParameters.minUnclipped || down < (y1 - y0) * hiddenTextParameters.minUnclipped
}

/** Judges text by its font and by what it draws, as fonts may claim any size. */
const isTiny = (pdfium: Pdfium, drawn: PageObject, [x0, y0, x1, y1]: Box, room: number): boolean => {
  if (fontSizeIn(pdfium, drawn, room) >= hiddenTextParameters.minSize) return false
  const [a, b] = compose(drawn.toPage, matrixIn(pdfium, drawn.object, room))
  return (Math.abs(a) >= Math.abs(b) ? y1 - y0 : x1 - x0) < hiddenTextParameters.minSize
}

/** A drawing of an open page, made when it is first needed. */
const createPageView = (
  pdfium: Pdfium,
  page: number,
  { width, height }: { readonly width: number; readonly height: number },
) => {
  let raster: Raster | null | 'not drawn' = 'not drawn'
  return {
    /** Tells whether nothing is visible within a box, as displayed. */
    isEven([x0, y0, x1, y1]: Box): boolean {
      if (raster === 'not drawn') {
        raster =
          Math.max(width, height) > hiddenTextParameters.maxSide
            ? null
            : renderPage(pdfium, page, { dpi: hiddenTextParameters.dpi, channels: 1 })
      }
      if (raster === null) return false
      const { dark, light } = greyRange(raster, [
        Math.max(0, Math.floor(x0)),
        Math.max(0, Math.floor(y0)),
        Math.min(raster.width, x1),
        Math.min(raster.height, y1),
      ])
      return light - dark < hiddenTextParameters.minContrast
    },
  }
}
