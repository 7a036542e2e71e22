import { type Attachment, type Box, type Comment, mapBox, type Matrix, union } from '@polyparse/document'
import { defaultHighlight, hexColor } from '@polyparse/engine'
import { type Appearances, openAppearances } from './appearances.ts'
import { attachmentAt } from './attachments.ts'
import type { Pdfium } from './library.ts'
import { fillText, floats, rgbAt, withRoom, withString } from './memory.ts'
import { isoTimeOfPdfDate } from './metadata.ts'
import { pdfiumLimits } from './parameters.ts'

/**
 * FPDF_ANNOT_HIGHLIGHT, FPDF_ANNOT_UNDERLINE, FPDF_ANNOT_SQUIGGLY, FPDF_ANNOT_STRIKEOUT, FPDF_ANNOT_STAMP, FPDF_ANNOT_FILEATTACHMENT and
 * FPDF_ANNOT_FLAG_* of fpdf_annot.h.
 */
const highlight = 9
const underline = 10
const squiggly = 11
const strikeOut = 12
const stamp = 13
const fileAttachment = 17
const unseenFlags = (1 << 1) | (1 << 5)

/** FPDF_ANNOT_* of what people write beside a text or mark it with; free text is text of the page. */
const commented = new Set([1, 4, 5, 6, 7, 8, highlight, underline, squiggly, strikeOut, stamp, 14, 15, fileAttachment])

const markKinds: ReadonlyMap<number, AnnotatedMark['kind']> = new Map([
  [highlight, 'highlight'],
  [underline, 'underline'],
  [squiggly, 'underline'],
  [strikeOut, 'strike out'],
])
/** FPDFANNOT_COLORTYPE_Color of fpdf_annot.h. */
const ownColor = 0

/**
 * The additions of annotations to an open page: the places that they mark, as displayed, attached files, and comments.
 */
export type PageAnnotations = {
  readonly marks: readonly AnnotatedMark[]
  readonly attachments: readonly Attachment[]
  readonly comments: readonly PlacedComment[]
}

/** A place where an annotation marks the text. */
export type AnnotatedMark =
  | { readonly kind: 'underline' | 'strike out'; readonly box: Box }
  | { readonly kind: 'highlight'; readonly color: string; readonly box: Box }

/** A person's remark beside the text with its place, and the boxes of the text that it marks. */
export type PlacedComment = {
  readonly comment: Pick<Comment, 'text' | 'author' | 'createdAt'>
  readonly box: Box
  readonly marked: readonly Box[]
}

export const readAnnotations = (pdfium: Pdfium, page: number, display: Matrix): PageAnnotations => {
  const count = Math.min(pdfiumLimits.annotations, pdfium.FPDFPage_GetAnnotCount(page))
  const marks: AnnotatedMark[] = []
  const attachments: Attachment[] = []
  const comments: PlacedComment[] = []
  const appearances = openAppearances(pdfium)
  for (let index = 0; index < count; index += 1) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const subtype = pdfium.FPDFAnnot_GetSubtype(annotation)
    const isSeen = (pdfium.FPDFAnnot_GetFlags(annotation) & unseenFlags) === 0
    const kind = isSeen ? markKinds.get(subtype) : undefined
    if (kind !== undefined) {
      const boxes = boxesOfAnnotation(pdfium, annotation).map((box) => mapBox(display, box))
      const color = kind === 'highlight' ? colorOfAnnotation(pdfium, annotation) : null
      for (const box of boxes)
        marks.push(kind === 'highlight' ? { kind, color: color ?? defaultHighlight, box } : { kind, box })
    }
    if (subtype === fileAttachment)
      attachments.push(attachmentAt(pdfium, pdfium.FPDFAnnot_GetFileAttachment(annotation)))
    const comment =
      isSeen && commented.has(subtype)
        ? commentOf(pdfium, annotation, display, subtype === stamp ? appearances : null)
        : null
    if (comment !== null) comments.push(comment)
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
  return { marks, attachments, comments: comments.toSorted((a, b) => a.box[1] - b.box[1]) }
}

/** Null where nothing was written. Stamps often say what they do in their appearance alone. */
const commentOf = (
  pdfium: Pdfium,
  annotation: number,
  display: Matrix,
  appearances: Appearances | null,
): PlacedComment | null => {
  const entry = (key: string, lines: 'join lines' | 'keep lines' = 'join lines'): string =>
    withString(pdfium, key, (name) =>
      fillText(pdfium, (pointer, size) => pdfium.FPDFAnnot_GetStringValue(annotation, name, pointer, size), lines),
    )
  const text = entry('Contents', 'keep lines') || (appearances?.textOf(annotation) ?? '')
  if (text === '') return null
  const [author, createdAt] = [entry('T'), isoTimeOfPdfDate(entry('CreationDate') || entry('M'))]
  return {
    comment: { text, ...(author !== '' && { author }), ...(createdAt !== '' && { createdAt }) },
    box: mapBox(display, rectOfAnnotation(pdfium, annotation)),
    marked: boxesOfAnnotation(pdfium, annotation).map((box) => mapBox(display, box)),
  }
}

/** The colour as `#rrggbb`; null where the annotation has none. */
const colorOfAnnotation = (pdfium: Pdfium, annotation: number): string | null =>
  withRoom(pdfium, 12, (room) =>
    pdfium.EPDFAnnot_GetColor(annotation, ownColor, room, room + 4, room + 8) ? hexColor(rgbAt(pdfium, room)) : null,
  )

const rectOfAnnotation = (pdfium: Pdfium, annotation: number): Box =>
  withRoom(pdfium, 16, (room) => {
    if (!pdfium.FPDFAnnot_GetRect(annotation, room)) return [0, 0, 0, 0]
    const [left = 0, top = 0, right = 0, bottom = 0] = floats(pdfium, room, 4)
    return [left, bottom, right, top]
  })

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
