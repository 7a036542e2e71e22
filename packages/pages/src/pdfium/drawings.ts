import { type Box, centre, compose, holds, identity, mapBox, mapPoint, type Matrix } from '@polyparse/document'
import { firstOf } from '@polyparse/document/items'
import type { Pdfium } from './library.ts'
import { floats, readInteger, rgbAt, withRoom } from './memory.ts'
import { colorOfOnePixel, type OnePixelBudget } from './one-pixel-images.ts'
import { boxIn } from './page-objects.ts'
import { drawingParameters as parameters, pdfiumLimits } from './parameters.ts'
import { maxOf, minOf } from '@polyparse/engine'

/** A drawing of a path or an image of one pixel, as far as it matters to a reader: straight lines along an axis, filled areas, and dots. */
export type PageDrawing =
  | { readonly kind: 'line'; readonly box: Box; readonly thickness: number }
  | FilledArea
  /** A small round or odd figure, as the bullets of a list are drawn. */
  | { readonly kind: 'dot'; readonly box: Box }
  /** A path of more sides than are looked at. */
  | { readonly kind: 'tangle'; readonly box: Box }
  | DrawnFigure

export type FilledArea = {
  readonly kind: 'area'
  readonly box: Box
  readonly color: number
  /** True if it is the outer or the inner side of a frame that one path fills, whose middle is not filled. */
  readonly isOfFrame: boolean
}

/** A small figure with slanted or curved sides, as boxes with round corners, circles, crosses and ticks are drawn. */
export type DrawnFigure = {
  readonly kind: 'figure'
  readonly box: Box
  readonly shape: 'box' | 'circle' | 'mark'
  /** The colour it is filled with; null where only its outline is drawn, be it as an area with a hole. */
  readonly fill: number | null
}

/** FPDF_PAGEOBJ_* of fpdf_edit.h. */
const drawingObjectTypes = { path: 2, image: 3, form: 5 }
/** FPDF_SEGMENT_* of fpdf_edit.h. */
const drawingSegmentTypes = { line: 0, curve: 1, move: 2 }
/** A curve comes as two points that bend it, and its end. */
const pointsOfCurve = 3

/** The straight lines and filled areas of an open page, boxes as displayed, in the order of drawing. */
export const readDrawings = (pdfium: Pdfium, page: number, display: Matrix): PageDrawing[] =>
  withRoom(pdfium, 64, (room) => {
    const drawings: PageDrawing[] = []
    const onePixel: OnePixelBudget = { looks: pdfiumLimits.onePixelImages }
    let visited = 0
    const visit = (object: number, toPage: Matrix, depth: number): void => {
      visited += 1
      if (
        object === 0 ||
        visited > pdfiumLimits.drawnObjects ||
        depth > pdfiumLimits.objectDepth ||
        drawings.length > pdfiumLimits.drawings
      )
        return
      const kind = pdfium.FPDFPageObj_GetType(object)
      if (kind === drawingObjectTypes.path) drawings.push(...readPath(pdfium, object, toPage, room))
      if (kind === drawingObjectTypes.image) {
        const color = colorOfOnePixel(pdfium, object, onePixel)
        if (color !== null)
          drawings.push({ kind: 'area', box: boxIn(pdfium, { object, toPage }, room), color, isOfFrame: false })
      }
      if (kind !== drawingObjectTypes.form) return
      const inner = compose(toPage, matrixOf(pdfium, object, room))
      const count = pdfium.FPDFFormObj_CountObjects(object)
      for (let index = 0; index < count && visited <= pdfiumLimits.drawnObjects; index += 1) {
        visit(pdfium.FPDFFormObj_GetObject(object, index), inner, depth + 1)
      }
    }
    const count = pdfium.FPDFPage_CountObjects(page)
    for (let index = 0; index < count && visited <= pdfiumLimits.drawnObjects; index += 1) {
      visit(pdfium.FPDFPage_GetObject(page, index), display, 0)
    }
    return drawings
  })

type DrawingPoint = readonly [x: number, y: number]

const readPath = (pdfium: Pdfium, object: number, toPage: Matrix, room: number): PageDrawing[] => {
  if (!pdfium.FPDFPath_GetDrawMode(object, room, room + 4)) return []
  const isFilled = readInteger(pdfium, room) !== 0
  const isStroked = readInteger(pdfium, room + 4) !== 0
  if (!isFilled && !isStroked) return []
  const matrix = compose(toPage, matrixOf(pdfium, object, room))
  const count = pdfium.FPDFPath_CountSegments(object)
  if (count > pdfiumLimits.segmentsOfPath) return [{ kind: 'tangle', box: boxIn(pdfium, { object, toPage }, room) }]
  const { strokes, areas, round, figures } = readSegments(pdfium, object, count, matrix, room)
  const drawings: PageDrawing[] = round.filter(hasDotSize).map((box) => ({ kind: 'dot', box }))
  const isInked = isFilled && isOpaque(pdfium.FPDFPageObj_GetFillColor, object, pdfium, room)
  const color = isInked ? rgbAt(pdfium, room) : null
  const isOutlined = isStroked && isOpaque(pdfium.FPDFPageObj_GetStrokeColor, object, pdfium, room)
  const sides = [...areas, ...figures.map(({ box }) => box)]
  if (color !== null)
    drawings.push(...areas.map((box): FilledArea => ({ kind: 'area', box, color, isOfFrame: isOfFrame(box, sides) })))
  if (color !== null || isOutlined)
    drawings.push(
      ...withoutHoles(figures, areas).map(({ isRing, ...figure }): PageDrawing => {
        return { ...figure, kind: 'figure', fill: isRing ? null : color }
      }),
    )
  if (isOutlined) {
    const width = pdfium.FPDFPageObj_GetStrokeWidth(object, room) ? firstOf(floats(pdfium, room, 1)) : 1
    const thickness = Math.max(
      parameters.minThickness,
      width * Math.sqrt(Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])),
    )
    drawings.push(...strokes.map((box): PageDrawing => ({ kind: 'line', box, thickness })))
  }
  return drawings
}

const isOfFrame = (box: Box, sides: readonly Box[]): boolean =>
  sides.length <= parameters.maxSidesOfFrame &&
  sides.some((other) => holds(box, centre(other)) && (isBoxInside(other, box) || isBoxInside(box, other)))

const isBoxInside = (inner: Box, outer: Box): boolean =>
  inner[0] > outer[0] && inner[1] > outer[1] && inner[2] < outer[2] && inner[3] < outer[3]

type PathFigure = Pick<DrawnFigure, 'box' | 'shape'>

/** The figures of a path without the holes in them, and in its areas, which make rings of those around them. */
const withoutHoles = (
  figures: readonly PathFigure[],
  areas: readonly Box[],
): (PathFigure & { readonly isRing: boolean })[] => {
  const sides = [...areas, ...figures.flatMap(({ box, shape }) => (shape === 'mark' ? [] : [box]))]
  const around = figures.map(({ box, shape }) =>
    shape === 'mark' || sides.length > parameters.maxSidesOfFrame ? [] : sides.filter((side) => isBoxInside(box, side)),
  )
  return figures.flatMap((figure, index) => {
    const depth = around[index]?.length ?? 0
    const isRing = around.some((outers) => outers.length === depth + 1 && outers.includes(figure.box))
    return depth % 2 === 1 ? [] : [{ ...figure, isRing }]
  })
}

const hasDotSize = ([x0, y0, x1, y1]: Box): boolean => Math.max(x1 - x0, y1 - y0) <= parameters.maxDotSize

const isOpaque = (read: (...numbers: number[]) => number, object: number, pdfium: Pdfium, room: number): boolean =>
  Boolean(read(object, room, room + 4, room + 8, room + 12)) &&
  (readInteger(pdfium, room + 12) & 255) > parameters.maxInvisibleAlpha

/**
 * Sides along an axis, each as a box without height or width, and the bounds of each figure by straight or round sides.
 */
const readSegments = (
  pdfium: Pdfium,
  object: number,
  count: number,
  matrix: Matrix,
  room: number,
): { strokes: Box[]; areas: Box[]; round: Box[]; figures: PathFigure[] } => {
  const strokes: Box[] = []
  const areas: Box[] = []
  const round: Box[] = []
  const figures: PathFigure[] = []
  let start: DrawingPoint | null = null
  let at: DrawingPoint | null = null
  let figure: DrawingPoint[] = []
  let isStraight = true
  /** Points of sides along an axis, and whether any side is slanted. */
  let along = 0
  let isSlanted = false
  /** The ends of its sides, which the points that bend its curves are not. */
  let ends: DrawingPoint[] = []
  let bends = 0
  const endFigure = (): void => {
    if (figure.length >= 2) {
      const box = boundsOfDrawingPoints(figure)
      ;(isStraight ? areas : round).push(box)
      if ((isSlanted || !isStraight) && hasFigureSize(box))
        figures.push({ box, shape: shapeOfFigure(box, along, isSlanted, ends) })
    }
    figure = []
    isStraight = true
    along = 0
    isSlanted = false
    ends = []
    bends = 0
  }
  const sideTo = (to: DrawingPoint): void => {
    if (at === null) return
    if (isAlongAxis(at, to)) {
      strokes.push(boundsOfDrawingPoints([at, to]))
      along += Math.abs(to[0] - at[0]) + Math.abs(to[1] - at[1])
    } else isSlanted = true
  }
  for (let index = 0; index < count; index += 1) {
    const segment = pdfium.FPDFPath_GetPathSegment(object, index)
    if (segment === 0 || !pdfium.FPDFPathSegment_GetPoint(segment, room, room + 4)) continue
    const [x = 0, y = 0] = floats(pdfium, room, 2)
    const point = mapPoint(matrix, x, y)
    const type = pdfium.FPDFPathSegment_GetType(segment)
    if (type === drawingSegmentTypes.move) {
      endFigure()
      start = point
    } else if (type === drawingSegmentTypes.line) sideTo(point)
    else isStraight = false
    figure.push(point)
    bends = type === drawingSegmentTypes.curve ? (bends + 1) % pointsOfCurve : 0
    if (bends === 0) ends.push(point)
    at = point
    if (pdfium.FPDFPathSegment_GetClose(segment) && start !== null) {
      sideTo(start)
      at = start
    }
  }
  endFigure()
  return { strokes, areas, round, figures }
}

const hasFigureSize = ([x0, y0, x1, y1]: Box): boolean =>
  Math.min(x1 - x0, y1 - y0) >= parameters.minFigure && Math.max(x1 - x0, y1 - y0) <= parameters.maxFigure

/**
 * Returns what a figure is by its sides: a box with round corners has most of its outline along the axes, a circle none.
 * All sides of a circle end at its radius, and its last one where the first began.
 */
const shapeOfFigure = (
  box: Box,
  along: number,
  isSlanted: boolean,
  ends: readonly DrawingPoint[],
): DrawnFigure['shape'] => {
  const [x0, y0, x1, y1] = box
  const share = along / (2 * (x1 - x0 + y1 - y0))
  if (isSlanted) return 'mark'
  if (share > parameters.minBoxOutline) return 'box'
  const isEven = Math.abs(x1 - x0 - (y1 - y0)) < parameters.circleTolerance
  return isEven && share < parameters.maxCircleOutline && isAround(box, ends) ? 'circle' : 'mark'
}

const isAround = (box: Box, ends: readonly DrawingPoint[]): boolean => {
  const [first, last] = [ends[0], ends.at(-1)]
  const [x, y] = centre(box)
  const radius = (box[2] - box[0]) / 2
  return (
    first !== undefined &&
    last !== undefined &&
    Math.hypot(first[0] - last[0], first[1] - last[1]) < parameters.circleTolerance &&
    ends.every((end) => Math.abs(Math.hypot(end[0] - x, end[1] - y) - radius) < radius * parameters.maxRadiusDifference)
  )
}

const isAlongAxis = (a: DrawingPoint, b: DrawingPoint): boolean =>
  Math.abs(a[0] - b[0]) < parameters.axisTolerance || Math.abs(a[1] - b[1]) < parameters.axisTolerance

const boundsOfDrawingPoints = (points: readonly DrawingPoint[]): Box => {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return mapBox(identity, [minOf(xs), minOf(ys), maxOf(xs), maxOf(ys)])
}

const matrixOf = (pdfium: Pdfium, object: number, room: number): Matrix => {
  if (!pdfium.FPDFPageObj_GetMatrix(object, room)) return identity
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = floats(pdfium, room, 6)
  return [a, b, c, d, e, f]
}
