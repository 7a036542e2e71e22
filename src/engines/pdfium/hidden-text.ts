import type { Box, Warning } from '../../document/model.ts'
import { area } from '../paged/geometry.ts'
import { createGrounds } from './grounds.ts'
import type { Pdfium } from './library.ts'
import type { PageFacts } from './page-facts.ts'
import { colorIn, fontSizeIn, isSameColor, type PageObject } from './page-objects.ts'

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
 * Says of the text objects of a page why they are not to be seen; null for those that are. Only what is certain counts:
 * text over pictures, shadings and patterns is taken for seen whatever its colour. `room` has space for six numbers.
 */
export const createHiddenTextJudge = (
  pdfium: Pdfium,
  objects: readonly PageObject[],
  { width, height, room }: { readonly width: number; readonly height: number; readonly room: number },
): ((text: Judged) => HiddenReason | null) => {
  const grounds = createGrounds(pdfium, objects, room)
  return ({ index, drawn, box }) => {
    const { object } = drawn
    const mode = pdfium.FPDFTextObj_GetTextRenderMode(object)
    if (unseenModes.has(mode)) return 'not_drawn'
    const [x0, y0, x1, y1] = box
    // What cannot be placed is not judged by its place.
    if (x1 <= x0 && y1 <= y0) return null
    if (x1 <= 0 || y1 <= 0 || x0 >= width || y0 >= height) return 'off_page'
    if (Math.min(x1 - x0, y1 - y0) < smallestSize && fontSizeIn(pdfium, drawn, room) < smallestSize) return 'tiny'
    if (!fillingModes.has(mode)) return null
    const color = colorIn(pdfium, 'FPDFPageObj_GetFillColor', object, room)
    if (color === null) return null
    if (color.alpha === 0) return 'transparent'
    return isSameColor(color, grounds.under(index, box, color)) ? 'color_of_ground' : null
  }
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
  const isScan = coverage(facts) > scanShare
  const [boxes, objects, seen] = [[] as Box[], new Set<number>(), new Set<number>()]
  for (const { hidden, box, object } of facts.texts) {
    if (hidden === null || (isScan && hidden === 'not_drawn')) seen.add(object)
    else {
      boxes.push(box)
      objects.add(object)
    }
  }
  // A form may be drawn twice, once where it is seen.
  return { boxes, objects: objects.difference(seen) }
}

/** Whether the text of a page is the invisible layer over an image of it. */
export const isRecognitionLayer = (facts: PageFacts): boolean =>
  coverage(facts) > scanShare && facts.texts.some(({ hidden }) => hidden === 'not_drawn')

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
