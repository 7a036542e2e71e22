import { type Box, clip, type Matrix, toDisplay } from '@polyparse/document'
import type { FontStyle } from '../font-style.ts'
import { readFontStyle } from './fonts.ts'
import { createHiddenTextCheck, type HiddenReason } from './hidden-reasons.ts'
import type { Pdfium } from './library.ts'
import { readLinks, type PageLink } from './pdfium-links.ts'
import { floats, withRoom } from './memory.ts'
import { boxIn, readObjects, type PageObject } from './page-objects.ts'
import { rotationOfPdfPage } from './page-rotation.ts'

/**
 * The facts about a page that PDFium tells besides its words: the looks of its text, and the places of its pictures.
 * Boxes are as displayed.
 */
export type PageFacts = {
  readonly width: number
  readonly height: number
  readonly rotation: 0 | 90 | 180 | 270
  /** The map from the page's own space to where it is displayed. */
  readonly display: Matrix
  readonly texts: readonly DrawnText[]
  readonly images: readonly PlacedImage[]
  readonly links: readonly PageLink[]
  readonly pathCount: number
  /** True if nothing at all is drawn. */
  readonly isBlank: boolean
}

/** A text object: a stretch of text in one font. Its pointer lives as long as the page is open. */
export type DrawnText = {
  readonly object: number
  readonly toPage: Matrix
  readonly box: Box
  readonly style: FontStyle
  readonly hidden: HiddenReason | null
}

/** An image object; its pointer lives as long as the page is open. */
export type PlacedImage = { readonly object: number; readonly box: Box }

/** The facts of an open page. */
export const readPageFacts = (pdfium: Pdfium, document: number, page: number): PageFacts =>
  withRoom(pdfium, 64, (room) => {
    const width = pdfium.FPDF_GetPageWidthF(page)
    const height = pdfium.FPDF_GetPageHeightF(page)
    const rotation = rotationOfPdfPage(pdfium, page)
    const display = toDisplay(boxOfPage(pdfium, page, room), rotation)
    const objects = readObjects(pdfium, page, display)
    const images = objects
      .filter(({ kind }) => kind === 'image')
      .map((image): PlacedImage => ({ object: image.object, box: clip(boxIn(pdfium, image, room), width, height) }))
    const texts = readTexts(pdfium, objects, { page, size: { width, height }, room })
    const links = readLinks(pdfium, { document, page, display })
    const pathCount = objects.filter(({ kind }) => kind === 'path').length
    return { width, height, rotation, display, texts, images, links, pathCount, isBlank: objects.length === 0 }
  })

const boxOfPage = (pdfium: Pdfium, page: number, room: number): Box => {
  pdfium.FPDF_GetPageBoundingBox(page, room)
  const [left = 0, top = 0, right = 0, bottom = 0] = floats(pdfium, room, 4)
  return [left, bottom, right, top]
}

const readTexts = (
  pdfium: Pdfium,
  objects: readonly PageObject[],
  place: Parameters<typeof createHiddenTextCheck>[2],
): DrawnText[] => {
  const { room } = place
  const styles = new Map<number, FontStyle>()
  const styleOf = (font: number): FontStyle => {
    const known = styles.get(font) ?? readFontStyle(pdfium, font)
    styles.set(font, known)
    return known
  }
  const whyHidden = createHiddenTextCheck(pdfium, objects, place)
  const texts: DrawnText[] = []
  for (const [index, drawn] of objects.entries()) {
    if (drawn.kind !== 'text') continue
    const { object, toPage } = drawn
    const box = boxIn(pdfium, drawn, room)
    const hidden = whyHidden({ index, drawn, box })
    texts.push({ object, toPage, box, hidden, style: styleOf(pdfium.FPDFTextObj_GetFont(object)) })
  }
  return texts
}
