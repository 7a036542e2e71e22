import { type Box, mapBox, type Matrix, union } from '@polyparse/document'
import type { Pdfium } from './library.ts'
import { floats, withRoom } from './memory.ts'
import { pdfiumLimits } from './parameters.ts'

/** FPDF_ANNOT_STRIKEOUT and FPDF_ANNOT_FLAG_* of fpdf_annot.h. */
const strikeOut = 12
const unseenFlags = (1 << 1) | (1 << 5)

/** The places on an open page that annotations strike out, as displayed. */
export const readStrikeOuts = (pdfium: Pdfium, page: number, display: Matrix): Box[] => {
  const count = Math.min(pdfiumLimits.annotations, pdfium.FPDFPage_GetAnnotCount(page))
  const boxes: Box[] = []
  for (let index = 0; index < count; index += 1) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const isStrikeOut =
      pdfium.FPDFAnnot_GetSubtype(annotation) === strikeOut &&
      (pdfium.FPDFAnnot_GetFlags(annotation) & unseenFlags) === 0
    if (isStrikeOut) for (const box of boxesOfAnnotation(pdfium, annotation)) boxes.push(mapBox(display, box))
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
  return boxes
}

const boxesOfAnnotation = (pdfium: Pdfium, annotation: number): Box[] =>
  withRoom(pdfium, 32, (room) => {
    const count = Math.min(pdfiumLimits.boxesOfLink, pdfium.FPDFAnnot_CountAttachmentPoints(annotation))
    const boxes: Box[] = []
    for (let index = 0; index < count; index += 1) {
      if (!pdfium.FPDFAnnot_GetAttachmentPoints(annotation, index, room)) continue
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0] = floats(pdfium, room, 8)
      const corners: readonly Box[] = [
        [x1, y1, x1, y1],
        [x2, y2, x2, y2],
        [x3, y3, x3, y3],
        [x4, y4, x4, y4],
      ]
      boxes.push(union(corners) ?? [0, 0, 0, 0])
    }
    return boxes
  })
