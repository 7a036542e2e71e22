import type { Box, Warning } from '../../document/model.ts'
import { area, compose } from '../paged/geometry.ts'
import { createGrounds } from './grounds.ts'
import type { Pdfium } from './library.ts'
import type { PageFacts } from './page-facts.ts'
import { colorIn, fontSizeIn, isSameColor, matrixIn, type PageObject } from './page-objects.ts'
import { createPageView } from './page-view.ts'

/** Why nobody sees a stretch of text that is in the file. */
export type HiddenReason = 'not_drawn' | 'transparent' | 'off_page' | 'tiny' | 'color_of_ground'

type Judged = {
  /** Among the objects of the page. */
  readonly index: number
  readonly drawn: PageObject
  readonly box: Box
}

/** FPDF_TEXTRENDERMODE_* of fpdfview.h: those that draw nothing, and those that fill without a stroke. */
const unseenModes = new Set([3, 7])
const fillingModes = new Set([0, 4])

/** In points, of the font and of what it draws, as fonts may claim any size. */
const smallestSize = 1

/**
 * Says of the text objects of an open page why they are not to be seen; null for those that are. Only what is certain
 * counts: text over pictures, shadings and patterns is taken for seen whatever its colour. `room` has space for six numbers.
 */
export const createHiddenTextJudge = (
  pdfium: Pdfium,
  objects: readonly PageObject[],
  { page, size, room }: { readonly page: number; readonly size: Size; readonly room: number },
): ((text: Judged) => HiddenReason | null) => {
  const grounds = createGrounds(pdfium, objects, room)
  const view = createPageView(pdfium, page, size)
  return ({ index, drawn, box }) => {
    const { object } = drawn
    const mode = pdfium.FPDFTextObj_GetTextRenderMode(object)
    if (unseenModes.has(mode)) return 'not_drawn'
    const [x0, y0, x1, y1] = box
    // What cannot be placed is not judged by its place.
    if (x1 <= x0 && y1 <= y0) return null
    if (x1 <= 0 || y1 <= 0 || x0 >= size.width || y0 >= size.height) return 'off_page'
    if (Math.min(x1 - x0, y1 - y0) < smallestSize && isTiny(pdfium, drawn, box, room)) return 'tiny'
    if (!fillingModes.has(mode)) return null
    const color = colorIn(pdfium, 'FPDFPageObj_GetFillColor', object, room)
    if (color === null) return null
    if (color.alpha === 0) return 'transparent'
    // PDFium calls patterns white, so what looks the same is looked at.
    return isSameColor(color, grounds.under(index, box, color)) && view.isEven(box) ? 'color_of_ground' : null
  }
}

type Size = { readonly width: number; readonly height: number }

/** By its font and by what it draws, as fonts may claim any size. */
const isTiny = (pdfium: Pdfium, drawn: PageObject, [x0, y0, x1, y1]: Box, room: number): boolean => {
  if (fontSizeIn(pdfium, drawn, room) >= smallestSize) return false
  const [a, b] = compose(drawn.toPage, matrixIn(pdfium, drawn.object, room))
  return (Math.abs(a) >= Math.abs(b) ? y1 - y0 : x1 - x0) < smallestSize
}

/** From here on an image is the page, and what lies invisibly over it is the text that is seen in it. */
const scanShare = 0.7

/** How much of a page its largest image covers, 0–1. */
export const coverage = ({ images, width, height }: Pick<PageFacts, 'images' | 'width' | 'height'>): number =>
  images.reduce((most, { box }) => Math.max(most, area(box) / (width * height || 1)), 0)

/** The text of a page that is not to be read: the boxes of its text objects, and their pointers. */
export type LeftOut = { readonly boxes: readonly Box[]; readonly objects: ReadonlySet<number> }

/** Text that nobody sees is left out, as it may say anything to a machine; but not the invisible layer of a scan. */
export const leftOut = (facts: PageFacts): LeftOut => {
  const isLayer = isRecognitionLayer(facts)
  const boxes: Box[] = []
  const objects = new Set<number>()
  const seen = new Set<number>()
  for (const { hidden, box, object } of facts.texts) {
    if (hidden === null || (isLayer && layerReasons.has(hidden))) seen.add(object)
    else {
      boxes.push(box)
      objects.add(object)
    }
  }
  // A form may be drawn twice, once where it is seen.
  return { boxes, objects: objects.difference(seen) }
}

/** How programs for recognition keep from sight what they have read: not drawn, transparent, or beneath the image. */
const layerReasons: ReadonlySet<HiddenReason> = new Set(['not_drawn', 'transparent', 'color_of_ground'])

/** Whether the text of a page is the invisible layer over an image of it: most of the text, not a word between others. */
export const isRecognitionLayer = (facts: PageFacts): boolean => {
  const layer = facts.texts.filter(({ hidden }) => hidden !== null && layerReasons.has(hidden)).length
  const seen = facts.texts.filter(({ hidden }) => hidden === null).length
  if (layer === 0 || layer < seen) return false
  return coverage(facts) > scanShare || (seen === 0 && facts.pathCount > fewestStrokes)
}

/** Handwriting is kept as paths, a few for every word. */
const fewestStrokes = 100

export const hiddenTextLeftOut = (page: number): Warning => ({
  code: 'hidden_text',
  message: `Page ${page} has text that nobody can see, which was left out.`,
  page,
})

export const hiddenTextTaken = (page: number): Warning => ({
  code: 'hidden_text',
  message: `Page ${page} is an image; its text is that of the invisible layer that comes with it.`,
  page,
})
