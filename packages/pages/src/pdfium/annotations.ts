import { type Attachment, type Box, mapBox, type Matrix, union } from '@polyparse/document'
import { attachmentAt } from './attachments.ts'
import type { Pdfium } from './library.ts'
import { floats, withRoom } from './memory.ts'
import { pdfiumLimits } from './parameters.ts'

/** FPDF_ANNOT_STRIKEOUT, FPDF_ANNOT_FILEATTACHMENT and FPDF_ANNOT_FLAG_* of fpdf_annot.h. */
const strikeOut = 12
const fileAttachment = 17
const unseenFlags = (1 << 1) | (1 << 5)

/** What annotations add to an open page: the places that they strike out, as displayed, and attached files. */
export type PageAnnotations = { readonly strikeOuts: readonly Box[]; readonly attachments: readonly Attachment[] }

export const readAnnotations = (pdfium: Pdfium, page: number, display: Matrix): PageAnnotations => {
  const count = Math.min(pdfiumLimits.annotations, pdfium.FPDFPage_GetAnnotCount(page))
  const strikeOuts: Box[] = []
  const attachments: Attachment[] = []
  for (let index = 0; index < count; index += 1) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
    if (subtype === strikeOut && (pdfium.FPDFAnnot_GetFlags(annotation) & unseenFlags) === 0)
      for (const box of boxesOfAnnotation(pdfium, annotation)) strikeOuts.push(mapBox(display, box))
    if (subtype === fileAttachment)
      attachments.push(attachmentAt(pdfium, pdfium.FPDFAnnot_GetFileAttachment(annotation)))
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
  return { strikeOuts, attachments }
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
