import { type Box, compose, identity, mapBox, type Matrix } from '@polyparse/document'
import type { Pdfium } from './library.ts'
import { withRoom } from './memory.ts'
import { hiddenTextParameters, pdfiumLimits } from './parameters.ts'

/** Something drawn on a page, on its own or within forms. The pointer lives as long as the page is open. */
export type PageObject = {
  readonly object: number
  readonly kind: 'text' | 'path' | 'image' | 'shading'
  /** The map from the space it is drawn in to where it is displayed. */
  readonly toPage: Matrix
}

/** FPDF_PAGEOBJ_* of fpdf_edit.h. */
const pageObjectKinds: readonly (PageObject['kind'] | 'form' | null)[] = [
  null,
  'text',
  'path',
  'image',
  'shading',
  'form',
]

/** All that is drawn on an open page, in the order in which it is drawn. */
export const readObjects = (pdfium: Pdfium, page: number, display: Matrix): PageObject[] => {
  const objects: PageObject[] = []
  let visited = 0
  const visit = (object: number, toPage: Matrix, depth: number): void => {
    visited += 1
    if (object === 0 || visited > pdfiumLimits.objects || depth > pdfiumLimits.objectDepth) return
    const kind = pageObjectKinds[pdfium.FPDFPageObj_GetType(object)] ?? null
    if (kind === null) return
    if (kind !== 'form') {
      objects.push({ object, kind, toPage })
      return
    }
    const inner = compose(toPage, matrixOf(pdfium, object))
    const count = pdfium.FPDFFormObj_CountObjects(object)
    for (let index = 0; index < count && visited <= pdfiumLimits.objects; index += 1) {
      visit(pdfium.FPDFFormObj_GetObject(object, index), inner, depth + 1)
    }
  }
  const count = pdfium.FPDFPage_CountObjects(page)
  for (let index = 0; index < count && visited <= pdfiumLimits.objects; index += 1) {
    visit(pdfium.FPDFPage_GetObject(page, index), display, 0)
  }
  return objects
}

/** The matrix of an object; `room` has space for six numbers. */
export const matrixIn = (pdfium: Pdfium, object: number, room: number): Matrix => {
  if (!pdfium.FPDFPageObj_GetMatrix(object, room)) return identity
  const view = pdfium.view()
  const at = (index: number): number => view.getFloat32(room + index * 4, true)
  return [at(0), at(1), at(2), at(3), at(4), at(5)]
}

const matrixOf = (pdfium: Pdfium, object: number): Matrix =>
  withRoom(pdfium, 24, (room) => matrixIn(pdfium, object, room))

/** The bounds of an object as displayed; without size where they are not known. `room` has space for four numbers. */
export const boxIn = (pdfium: Pdfium, { object, toPage }: Pick<PageObject, 'object' | 'toPage'>, room: number): Box => {
  if (!pdfium.FPDFPageObj_GetBounds(object, room, room + 4, room + 8, room + 12)) return [0, 0, 0, 0]
  const view = pdfium.view()
  const at = (index: number): number => view.getFloat32(room + index * 4, true)
  return mapBox(toPage, [at(0), at(1), at(2), at(3)])
}

/** The height of a text object's font in points, as displayed. `room` has space for six numbers. */
export const fontSizeIn = (
  pdfium: Pdfium,
  { object, toPage }: Pick<PageObject, 'object' | 'toPage'>,
  room: number,
): number => {
  const raw = pdfium.FPDFTextObj_GetFontSize(object, room) ? pdfium.view().getFloat32(room, true) : 0
  const [, , c, d] = matrixIn(pdfium, object, room)
  return Math.abs(raw) * Math.hypot(toPage[0] * c + toPage[2] * d, toPage[1] * c + toPage[3] * d)
}

/** Each 0–255. */
export type Color = { readonly red: number; readonly green: number; readonly blue: number; readonly alpha: number }

/** The colour of an object; null for a pattern, or where none was set. `room` has space for four numbers. */
export const colorIn = (
  pdfium: Pdfium,
  read: 'FPDFPageObj_GetFillColor' | 'FPDFPageObj_GetStrokeColor',
  object: number,
  room: number,
): Color | null => {
  if (!pdfium[read](object, room, room + 4, room + 8, room + 12)) return null
  const view = pdfium.view()
  const at = (index: number): number => view.getUint32(room + index * 4, true) & 255
  return { red: at(0), green: at(1), blue: at(2), alpha: at(3) }
}

export const isSameColor = (a: Color, b: Color | null): boolean =>
  b !== null &&
  Math.abs(a.red - b.red) <= hiddenTextParameters.colorTolerance &&
  Math.abs(a.green - b.green) <= hiddenTextParameters.colorTolerance &&
  Math.abs(a.blue - b.blue) <= hiddenTextParameters.colorTolerance
