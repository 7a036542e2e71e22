import { type Box, compose, identity, mapBox, mapPoint, type Matrix } from '@polyparse/document'
import type { Pdfium } from './library.ts'
import { floats, integer, rgbAt, withRoom } from './memory.ts'
import { drawings as parameters, limits } from './parameters.ts'
import { maxOf, minOf } from '../../extremes.ts'

/** What a path draws, as far as it matters to a reader: straight lines along an axis, filled areas, and dots. */
export type Drawing =
  | { readonly kind: 'line'; readonly box: Box; readonly thickness: number }
  | { readonly kind: 'area'; readonly box: Box; readonly color: number }
  /** A small round or odd figure, as the bullets of a list are drawn. */
  | { readonly kind: 'dot'; readonly box: Box }

/** FPDF_PAGEOBJ_* of fpdf_edit.h. */
const kinds = { path: 2, form: 5 }
/** FPDF_SEGMENT_* of fpdf_edit.h. */
const segments = { line: 0, move: 2 }

/** The straight lines and filled areas of an open page, boxes as displayed, in the order of drawing. */
export const readDrawings = (pdfium: Pdfium, page: number, display: Matrix): Drawing[] =>
  withRoom(pdfium, 64, (room) => {
    const drawings: Drawing[] = []
    let visited = 0
    const visit = (object: number, toPage: Matrix, depth: number): void => {
      visited += 1
      if (
        object === 0 ||
        visited > limits.drawnObjects ||
        depth > limits.objectDepth ||
        drawings.length > limits.drawings
      )
        return
      const kind = pdfium.FPDFPageObj_GetType(object)
      if (kind === kinds.path) drawings.push(...readPath(pdfium, object, toPage, room))
      if (kind !== kinds.form) return
      const inner = compose(toPage, matrixOf(pdfium, object, room))
      const count = pdfium.FPDFFormObj_CountObjects(object)
      for (let index = 0; index < count && visited <= limits.drawnObjects; index += 1) {
        visit(pdfium.FPDFFormObj_GetObject(object, index), inner, depth + 1)
      }
    }
    const count = pdfium.FPDFPage_CountObjects(page)
    for (let index = 0; index < count && visited <= limits.drawnObjects; index += 1) {
      visit(pdfium.FPDFPage_GetObject(page, index), display, 0)
    }
    return drawings
  })

type Point = readonly [x: number, y: number]

const readPath = (pdfium: Pdfium, object: number, toPage: Matrix, room: number): Drawing[] => {
  if (!pdfium.FPDFPath_GetDrawMode(object, room, room + 4)) return []
  const isFilled = integer(pdfium, room) !== 0
  const isStroked = integer(pdfium, room + 4) !== 0
  if (!isFilled && !isStroked) return []
  const matrix = compose(toPage, matrixOf(pdfium, object, room))
  const count = pdfium.FPDFPath_CountSegments(object)
  if (count > limits.segmentsOfPath) return []
  const { strokes, areas, round } = readSegments(pdfium, object, count, matrix, room)
  const drawings: Drawing[] = round.filter(isSmall).map((box) => ({ kind: 'dot', box }))
  if (isFilled && isOpaque(pdfium.FPDFPageObj_GetFillColor, object, pdfium, room)) {
    const color = rgbAt(pdfium, room)
    drawings.push(...areas.map((box): Drawing => ({ kind: 'area', box, color })))
  }
  if (isStroked && isOpaque(pdfium.FPDFPageObj_GetStrokeColor, object, pdfium, room)) {
    const width = pdfium.FPDFPageObj_GetStrokeWidth(object, room) ? (floats(pdfium, room, 1)[0] ?? 1) : 1
    const thickness = Math.max(
      parameters.minThickness,
      width * Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])),
    )
    drawings.push(...strokes.map((box): Drawing => ({ kind: 'line', box, thickness })))
  }
  return drawings
}

const isSmall = ([x0, y0, x1, y1]: Box): boolean => Math.max(x1 - x0, y1 - y0) <= parameters.maxDotSize

const isOpaque = (read: (...numbers: number[]) => number, object: number, pdfium: Pdfium, room: number): boolean =>
  Boolean(read(object, room, room + 4, room + 8, room + 12)) &&
  (integer(pdfium, room + 12) & 255) > parameters.maxInvisibleAlpha

/**
 * Sides along an axis, each as a box without height or width, and the bounds of each figure by straight or round sides.
 */
const readSegments = (
  pdfium: Pdfium,
  object: number,
  count: number,
  matrix: Matrix,
  room: number,
): { strokes: Box[]; areas: Box[]; round: Box[] } => {
  const strokes: Box[] = []
  const areas: Box[] = []
  const round: Box[] = []
  let start: Point | null = null
  let at: Point | null = null
  let figure: Point[] = []
  let isStraight = true
  const endFigure = (): void => {
    if (figure.length >= 2) (isStraight ? areas : round).push(boundsOf(figure))
    figure = []
    isStraight = true
  }
  const sideTo = (to: Point): void => {
    if (at !== null && isAlongAxis(at, to)) strokes.push(boundsOf([at, to]))
  }
  for (let index = 0; index < count; index += 1) {
    const segment = pdfium.FPDFPath_GetPathSegment(object, index)
    if (segment === 0 || !pdfium.FPDFPathSegment_GetPoint(segment, room, room + 4)) continue
    const [x = 0, y = 0] = floats(pdfium, room, 2)
    const point = mapPoint(matrix, x, y)
    const type = pdfium.FPDFPathSegment_GetType(segment)
    if (type === segments.move) {
      endFigure()
      start = point
    } else if (type === segments.line) sideTo(point)
    else isStraight = false
    figure.push(point)
    at = point
    if (pdfium.FPDFPathSegment_GetClose(segment) && start !== null) {
      sideTo(start)
      at = start
    }
  }
  endFigure()
  return { strokes, areas, round }
}

const isAlongAxis = (a: Point, b: Point): boolean =>
  Math.abs(a[0] - b[0]) < parameters.axisTolerance || Math.abs(a[1] - b[1]) < parameters.axisTolerance

const boundsOf = (points: readonly Point[]): Box => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return mapBox(identity, [minOf(xs), minOf(ys), maxOf(xs), maxOf(ys)])
}

const matrixOf = (pdfium: Pdfium, object: number, room: number): Matrix => {
  if (!pdfium.FPDFPageObj_GetMatrix(object, room)) return identity
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = floats(pdfium, room, 6)
  return [a, b, c, d, e, f]
}
