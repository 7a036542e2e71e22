import type { Box } from '../../document/model.ts'
import { clip, compose, identity, mapBox, toDisplay, type Matrix } from '../paged/geometry.ts'
import { readStyle, type FontStyle } from './font-style.ts'
import type { Pdfium } from './library.ts'
import { readLinks, type PageLink } from './links.ts'
import { floats, withRoom } from './memory.ts'
import type { OpenPdf } from './open-pdf.ts'

/** What PDFium knows of a page beside its words: how the text is drawn, and where pictures are. Boxes as displayed. */
export type PageFacts = {
  readonly width: number
  readonly height: number
  readonly rotation: 0 | 90 | 180 | 270
  /** From the page's own space to where it is displayed. */
  readonly display: Matrix
  readonly texts: readonly DrawnText[]
  readonly images: readonly PlacedImage[]
  readonly links: readonly PageLink[]
  /** Whether anything at all is drawn. */
  readonly isBlank: boolean
}

type DrawnText = { readonly box: Box; readonly style: FontStyle; readonly hidden: boolean }

/** An image object; its pointer lives as long as the page is open. */
export type PlacedImage = { readonly object: number; readonly box: Box }

/** FPDF_PAGEOBJ_* of fpdf_edit.h. */
const kinds = { text: 1, image: 3, form: 5 }
/** FPDF_TEXTRENDERMODE_INVISIBLE and _CLIP: drawn, but not to be seen. */
const unseenModes = new Set([3, 7])

/** Objects of nested forms count again wherever the form is drawn: a small file can hold billions. */
const limits = { objects: 200_000, depth: 16 }

/** Opens a page, hands over its facts, closes it; null when PDFium cannot load it. */
export const withPage = <Value>(
  pdfium: Pdfium,
  { document }: OpenPdf,
  number: number,
  use: (page: number, facts: PageFacts) => Value,
): Value | null => {
  const page = pdfium.FPDF_LoadPage(document, number - 1)
  if (page === 0) return null
  try {
    return use(page, readFacts(pdfium, document, page))
  } finally {
    pdfium.FPDF_ClosePage(page)
  }
}

const readFacts = (pdfium: Pdfium, document: number, page: number): PageFacts =>
  withRoom(pdfium, 64, (room) => {
    const width = pdfium.FPDF_GetPageWidthF(page)
    const height = pdfium.FPDF_GetPageHeightF(page)
    const rotation = rotations[pdfium.FPDFPage_GetRotation(page) & 3] ?? 0
    const pageBox = boxOfPage(pdfium, page, room)
    const texts: DrawnText[] = []
    const images: PlacedImage[] = []
    const styles = new Map<number, FontStyle>()
    let visited = 0

    const visit = (object: number, toPage: Matrix, depth: number): void => {
      visited += 1
      if (object === 0 || visited > limits.objects || depth > limits.depth) return
      const kind = pdfium.FPDFPageObj_GetType(object)
      if (kind === kinds.form) {
        const inner = compose(toPage, matrixOf(pdfium, object, room))
        const count = pdfium.FPDFFormObj_CountObjects(object)
        for (let index = 0; index < count && visited <= limits.objects; index += 1) {
          visit(pdfium.FPDFFormObj_GetObject(object, index), inner, depth + 1)
        }
      } else if (kind === kinds.text) {
        texts.push({
          box: boxOfObject(pdfium, object, toPage, room),
          style: styleOf(pdfium.FPDFTextObj_GetFont(object)),
          hidden: unseenModes.has(pdfium.FPDFTextObj_GetTextRenderMode(object)),
        })
      } else if (kind === kinds.image) {
        images.push({ object, box: clip(boxOfObject(pdfium, object, toPage, room), width, height) })
      }
    }

    const styleOf = (font: number): FontStyle => {
      const known = styles.get(font) ?? readStyle(pdfium, font)
      styles.set(font, known)
      return known
    }

    const display = toDisplay(pageBox, rotation)
    const count = pdfium.FPDFPage_CountObjects(page)
    for (let index = 0; index < count && visited <= limits.objects; index += 1) {
      visit(pdfium.FPDFPage_GetObject(page, index), display, 0)
    }
    const links = readLinks(pdfium, { document, page, display })
    return { width, height, rotation, display, texts, images, links, isBlank: count <= 0 }
  })

const rotations = [0, 90, 180, 270] as const

const boxOfPage = (pdfium: Pdfium, page: number, room: number): Box => {
  pdfium.FPDF_GetPageBoundingBox(page, room)
  const [left = 0, top = 0, right = 0, bottom = 0] = floats(pdfium, room, 4)
  return [left, bottom, right, top]
}

const boxOfObject = (pdfium: Pdfium, object: number, toPage: Matrix, room: number): Box => {
  if (!pdfium.FPDFPageObj_GetBounds(object, room, room + 4, room + 8, room + 12)) return [0, 0, 0, 0]
  const [left = 0, bottom = 0, right = 0, top = 0] = floats(pdfium, room, 4)
  return mapBox(toPage, [left, bottom, right, top])
}

const matrixOf = (pdfium: Pdfium, object: number, room: number): Matrix => {
  if (!pdfium.FPDFPageObj_GetMatrix(object, room)) return identity
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = floats(pdfium, room, 6)
  return [a, b, c, d, e, f]
}
