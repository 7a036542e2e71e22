import { area, type Box, type Warning, warning } from '@polyparse/document'
import type { HiddenReason } from './hidden-reasons.ts'
import type { Pdfium } from './library.ts'
import { inkCoverage } from './raster.ts'
import type { PageFacts } from './page-facts.ts'
import { scans } from './parameters.ts'

/**
 * Returns how much of a page its largest image covers, 0–1.
 * @example coverage({ images: [{ box: [0, 0, 306, 792] }], width: 612, height: 792 }) // 0.5
 */
export const coverage = ({ images, width, height }: Pick<PageFacts, 'images' | 'width' | 'height'>): number =>
  images.reduce((max, { box }) => Math.max(max, area(box) / (width * height || 1)), 0)

/** The invisible text of a page, which is not read: the boxes of its text objects, and their pointers. */
export type LeftOut = { readonly boxes: readonly Box[]; readonly objects: ReadonlySet<number> }

/**
 * Invisible text is left out, because it may carry instructions for a machine; except the invisible layer of a scan.
 */
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

/** The ways in which OCR programs hide the text that they have read: not drawn, transparent, or beneath the image. */
const layerReasons: ReadonlySet<HiddenReason> = new Set(['not_drawn', 'transparent', 'color_of_ground'])

/**
 * Tells whether the text of a page is the invisible layer over an image of it: most of the text, not a word between others.
 */
export const isRecognitionLayer = (facts: PageFacts): boolean => {
  const layer = facts.texts.filter(({ hidden }) => hidden !== null && layerReasons.has(hidden)).length
  const seen = facts.texts.filter(({ hidden }) => hidden === null).length
  if (layer === 0 || layer < seen) return false
  return coverage(facts) > scans.minCoverage || (seen === 0 && facts.pathCount > scans.minStrokes)
}

/**
 * Tells whether a page is an image that may have text, with a little visible text of its own, such as a stamp, a fax header or
 * the number of the page.
 */
export const isStampedScan = (
  pdfium: Pdfium,
  page: number,
  facts: PageFacts,
  { characters, pictures }: { readonly characters: number; readonly pictures: readonly Box[] },
): boolean => {
  const covered = pictures.reduce((max, box) => Math.max(max, area(box) / (facts.width * facts.height || 1)), 0)
  if (characters > scans.maxStampCharacters || covered < scans.minCoverage || isRecognitionLayer(facts)) return false
  const beside = inkCoverage(
    pdfium,
    page,
    facts,
    facts.texts.map(({ box }) => box),
  )
  return beside > scans.minInkBesideStamp && beside < scans.maxInkBesideStamp
}

export const hiddenTextLeftOut = (page: number): Warning =>
  warning('hidden_text', `Page ${page} has invisible text, which was left out.`, page)

export const hiddenTextUsed = (page: number): Warning =>
  warning('hidden_text', `Page ${page} is an image; its text was taken from its invisible text layer.`, page)
